"""python -m unittest discover tools/distill"""

import os
import tempfile
import unittest

import numpy as np

import cofio_file


class WeightFile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        chance = np.random.default_rng(1)
        self.weight = chance.normal(size=(37, 50)).astype(np.float32)
        table, scale = cofio_file.quantise_rows(chance.normal(size=(100, 8)))
        self.tensors = {"a.weight": self.weight, "a.bias": self.weight[0], "word": table, "word.scale": scale,
                        "vocab": np.frombuffer("[PAD]\né\n".encode(), np.uint8)}

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_what_is_written_is_read(self):
        size = cofio_file.write(self.path("a"), {"name": "é"}, self.tensors, {"a.weight"})
        header, tensors = cofio_file.read(self.path("a"))
        self.assertEqual(size, os.path.getsize(self.path("a")))
        self.assertEqual((header["name"], header["tensors"]["a.weight"]["dtype"]), ("é", "i8p"))
        self.assertEqual(bytes(tensors["vocab"]).decode(), "[PAD]\né\n")
        np.testing.assert_array_equal(tensors["word"], self.tensors["word"])
        np.testing.assert_array_equal(tensors["a.bias"], self.tensors["a.bias"])
        step = np.abs(self.weight).max(1, keepdims=True) / 127
        self.assertTrue((np.abs(cofio_file.real(tensors, "a.weight") - self.weight) <= step / 2 + 1e-7).all())

    def test_everything_begins_at_a_line(self):
        cofio_file.write(self.path("a"), {"name": "x"}, self.tensors, {"a.weight"})
        with open(self.path("a"), "rb") as file:
            start = file.read(12)
        self.assertEqual((start[:8], (12 + int.from_bytes(start[8:], "little")) % 64), (b"COFIOM01", 0))
        header, _ = cofio_file.read(self.path("a"))
        self.assertTrue(all(entry["at"] % 64 == 0 for entry in header["tensors"].values()))

    def test_what_was_read_can_be_written_again(self):
        cofio_file.write(self.path("a"), {"name": "x"}, self.tensors, {"a.weight"})
        header, tensors = cofio_file.read(self.path("a"))
        cofio_file.write(self.path("b"), header, tensors, cofio_file.packed_names(header))
        _, again = cofio_file.read(self.path("b"))
        self.assertEqual(list(tensors), list(again))
        for name, tensor in tensors.items():
            np.testing.assert_array_equal(tensor, again[name])

    def test_sixteen_rows_of_four_inputs_lie_together(self):
        q = np.arange(32 * 8, dtype=np.int64).reshape(32, 8).astype(np.int8)
        packed = cofio_file.pack(q)
        self.assertEqual(packed.shape, (2, 2, 16, 4))
        np.testing.assert_array_equal(packed[1, 1, 3], q[19, 4:8])
        np.testing.assert_array_equal(cofio_file.unpack(packed.ravel(), (32, 8)), q)

    def test_a_row_of_zeros_stays_one(self):
        q, scale = cofio_file.quantise_rows(np.zeros((2, 3)))
        self.assertEqual((q.any(), scale.tolist()), (False, [1.0, 1.0]))

    def test_int8_without_scales_is_refused(self):
        with self.assertRaises(ValueError):
            cofio_file.write(self.path("a"), {}, {"word": np.zeros((2, 2), np.int8)})
        with self.assertRaises(ValueError):
            cofio_file.write(self.path("a"), {}, {}, {"nothing"})


if __name__ == "__main__":
    unittest.main()
