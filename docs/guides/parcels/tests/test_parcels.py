import pytest
from parcels.parcel import Parcel
from parcels.tariff import Tariff
from parcels.van import Van
from parcels.weights import grams, shown

TARIFF = Tariff({5000: 700, 1000: 400, 20000: 1600})


@pytest.mark.parametrize(("text", "weight"), [("3 kg", 3000), (" 1200 g ", 1200), ("0 g", 0)])
def test_weights_are_read(text, weight):
    assert grams(text) == weight


@pytest.mark.parametrize("text", ["3", "kg", "3 t", "-3 kg", "3  kg", ""])
def test_what_is_no_weight(text):
    with pytest.raises(ValueError, match=f"^no weight: {text}$"):
        grams(text)


@pytest.mark.parametrize(("weight", "text"), [(3000, "3 kg"), (3001, "3001 g"), (0, "0 g")])
def test_weights_are_shown(weight, text):
    assert shown(weight) == text


@pytest.mark.parametrize(("text", "parcel"), [("2 kg", Parcel(2000)), ("900 g !", Parcel(900, True))])
def test_parcels_are_read_and_labelled(text, parcel):
    assert Parcel.read(text) == parcel
    assert parcel.label() == text


@pytest.mark.parametrize(("weight", "price"), [(1, 400), (1000, 400), (1001, 700), (20000, 1600)])
def test_prices(weight, price):
    assert TARIFF.price(Parcel(weight)) == price
    assert TARIFF.price(Parcel(weight, True)) == price + 150


def test_too_heavy():
    with pytest.raises(ValueError, match=r"^too heavy: 20001 g !$"):
        TARIFF.price(Parcel(20001, True))


def test_totals():
    assert TARIFF.total([]) == 0
    assert TARIFF.total([Parcel(500)] * 9) == 3600
    assert TARIFF.total([Parcel(500)] * 10 + [Parcel(3000, True)]) == 3600 + 360 + 765


def test_a_van_is_loaded():
    van = Van(5000)
    glass, stone, wood, lead = Parcel(1000, True), Parcel(3000), Parcel(1000), Parcel(4000)
    assert van.load([lead, glass, stone, wood]) == [glass, stone]
    assert van.loaded == [lead, wood]
    assert van.free() == 0


def test_fragile_ones_lie_on_top():
    van = Van(5000)
    assert van.load([Parcel(1000, True), Parcel(500)]) == []
    assert van.loaded == [Parcel(500), Parcel(1000, True)]
    assert van.free() == 3500
