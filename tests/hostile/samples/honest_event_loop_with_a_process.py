# base: right
# verdicts: pass

import asyncio, sys
async def main():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(3)", stdout=asyncio.subprocess.PIPE)
    return (await process.communicate())[0]
assert asyncio.run(main()) == b"3\n"
