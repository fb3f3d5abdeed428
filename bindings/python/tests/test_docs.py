"""The first lines of docs/embedding/python.md print what the page says."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "embedding" / "python.md"


def test_the_first_lines():
    program, output = re.findall(r"```(?:python|text)\n(.*?)```", PAGE.read_text(), re.S)[:2]
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == output, run.stderr
