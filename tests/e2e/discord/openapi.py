"""Checks bodies against Discord's published description of its REST interface (OpenAPI 3.1). The environment
variable BELFRY_DISCORD_OPENAPI names the file, which is not part of the project."""

import functools
import json
import os
import re

import jsonschema

FILE = os.environ.get("BELFRY_DISCORD_OPENAPI", "")


class Specification:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.document = json.load(file)
        self.resolver = jsonschema.RefResolver("", self.document)
        self.paths = [(re.compile(re.sub(r"\\?\{[^}]*\\?\}", "[^/]+", template)), operations)
                      for template, operations in self.document["paths"].items()]
        # A path without a parameter has priority: /users/@me over /users/{user_id}.
        self.paths.sort(key=lambda entry: entry[0].pattern.count("[^/]+"))

    @functools.lru_cache(maxsize=None)
    def _validator(self, method, pattern):
        operation = next(each for path, each in self.paths if path.pattern == pattern)[method]
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return schema and jsonschema.Draft202012Validator(schema, resolver=self.resolver)

    def violations(self, method, path, body):
        """One line per fault; a path that is not in the description is a fault too."""
        for pattern, operations in self.paths:
            if pattern.fullmatch(path) and method.lower() in operations:
                break
        else:
            return [f"{method} {path}: no such operation"]
        validator = self._validator(method.lower(), pattern.pattern)
        if validator is None or body is None:
            return []
        return [f"{'.'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:200]}"
                for error in validator.iter_errors(_coerced(body))]


def _coerced(body):
    """Discord's documentation demands permissions as a string of digits; its description says integer."""
    if isinstance(body, list):
        return [_coerced(each) for each in body]
    if isinstance(body, dict):
        return {key: int(value) if key == "default_member_permissions" and str(value).isdigit()
                else _coerced(value) for key, value in body.items()}
    return body


@functools.lru_cache(maxsize=None)
def specification():
    """None without the file."""
    return Specification(FILE) if FILE and os.path.exists(FILE) else None
