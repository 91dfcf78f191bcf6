"""Compiles twin.pyx: `python -m grognard.ground.compiling`, once (extra `fast`)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grognard.ground.fast import SOURCE, made_of

FLAGS = [] if sys.platform == "win32" else ["-O3"]


def main() -> int:
    """One sentence, whichever way it ends; 2: there is no twin, and the plain searches serve."""
    try:
        print(f"compiled {compile_twin(SOURCE.parent).name}")
    except ImportError as missing:
        print(f"nothing was compiled: install grognard[fast] first ({missing})", file=sys.stderr)
    except (Exception, SystemExit) as fault:  # whatever a compiler throws, the plain ones serve
        print(f"nothing was compiled: {str(fault).splitlines()[0]}", file=sys.stderr)
    else:
        return 0
    return 2


def compile_twin(where: Path) -> Path:
    """The compiled module, put into a directory."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    with TemporaryDirectory() as temporary:
        copy = Path(temporary, SOURCE.name)
        text = SOURCE.read_text(encoding="utf-8")
        copy.write_text(f"{text}\n\nMADE_OF = {made_of()}\n", encoding="utf-8")
        extension = Extension("grognard.ground.twin", [str(copy)], extra_compile_args=FLAGS)
        made = Distribution({"ext_modules": cythonize([extension], quiet=True)})
        command: Any = made.get_command_obj("build_ext")
        command.build_lib = command.build_temp = temporary
        command.ensure_finalized()
        command.run()
        return _put(Path(command.get_outputs()[0]), where)


def _put(module: Path, where: Path) -> Path:
    """In one stroke: an older one may be in use."""
    fresh = shutil.copy(module, where / f"{module.name}.new")
    return Path(fresh).replace(where / module.name)


if __name__ == "__main__":
    sys.exit(main())
