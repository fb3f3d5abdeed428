"""The scripted server of tests/cluster/faults, for tests in Python. tests/cluster/README.md lists its commands."""

import subprocess


class Faults:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, *lines):
        """Send the lines of one command, and return its answer."""
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        assert answer.startswith("ok"), (lines, answer)
        return answer[2:].strip()

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)
