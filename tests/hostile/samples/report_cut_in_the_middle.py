# base: right
# verdicts: pass fail

import os
os.write(3, b'{"event": "end", "test": "test_post_one", "outcome": "pass"}')
