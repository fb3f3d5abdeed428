"""Damaged files are never served as if all was well, and whole ones never as damaged."""
import os
import sys
import tempfile
import unittest

from served import Server

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "cli"))
import damages  # noqa: E402


class Damage(unittest.TestCase):
    def serve(self, content):
        """The errors of the source, and its applications by status and whether they are marked."""
        with tempfile.TemporaryDirectory() as directory:
            words = damages.write(directory, "in", content)
            with Server(*(word for path in words for word in ("-f", path))) as server:
                summary, applications = server.json("/v1/summary"), server.json("/v1/applications")
        errors = [error for cluster in summary["clusters"] for error in cluster["errors"]]
        return errors, [(item["s"], "incomplete" in item) for item in applications["items"]]

    def test_damaged(self):
        for name, (damaged, _) in damages.DAMAGES.items():
            with self.subTest(name):
                errors, applications = self.serve(damaged)
                self.assertTrue(errors or not applications)
                self.assertNotIn(("Healthy", False), applications)

    def test_whole(self):
        for name, (_, whole) in damages.DAMAGES.items():
            with self.subTest(name):
                self.assertEqual(self.serve(whole), ([], [("Healthy", False)]))


if __name__ == "__main__":
    unittest.main()
