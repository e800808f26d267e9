"""What is no whole number is found in the source of rules, with its place."""

import pytest

from balancer.core.authoring.rule_lint import faults, faults_in

RULE = 'from balancer.core.compile import rule\n\n@rule\ndef worth(k):\n    "What it is worth: a / b, 0.5."\n    {}\n'


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("return k / 2", "6:12: worth divides by /; rules use whole numbers only: use //"),
        ("k /= 2; return k", "6:5: worth divides by /"),
        ("return k + 0.5", "6:16: worth contains 0.5; rules use whole numbers only"),
        ("return k + 1j", "6:16: worth contains 1j"),
        ("return k == 'left'", "6:17: worth contains 'left'"),
        ("return [k, 3][0]", "6:12: worth makes a list; declare a field for it in the record"),
        ("return len([j for j in range(k)])", "6:16: worth makes a list"),
        ("return {1: k}[1]", "6:12: worth makes a dict"),
        ("return len({j: j for j in range(k)})", "6:16: worth makes a dict"),
        ("return {k}.pop()", "6:12: worth makes a set"),
        ("return len({j for j in range(k)})", "6:16: worth makes a set"),
        ("return len(f'{k}')", "6:16: worth makes a text"),
        ("return sum(j for j in range(k))", "6:15: worth makes a generator"),
        ("return (lambda: k)()", "6:13: worth makes a function"),
        ("k[:] = 0", "6:5: worth assigns to a slice, which compiles for seconds; assign item by item, in a loop"),
        ("k[1:, 2] += 1", "6:5: worth assigns to a slice"),
        ("j = k[:3] = k", "6:5: worth assigns to a slice"),
        ("def inner(): return k", "6:5: worth makes a function"),
    ],
)
def test_what_is_no_whole_number_is_found(line, what):
    """Compiled, it would be cut, or never equal a whole number: another game than is written."""
    found = faults_in(RULE.format(line), "rules.py")

    assert found
    assert found[0].startswith(f"rules.py:{what}")


@pytest.mark.parametrize("decorator", ["@rule", "@separate_rule", "@compile.rule"])
def test_rules_are_known_by_their_decorator(decorator):
    assert faults_in(RULE.replace("@rule", decorator).format("return k / 2"), "")
    assert not faults_in(RULE.replace("@rule", "@other").format("return k / 2"), "")


def test_whole_numbers_and_sentences_about_them_are_right():
    lines = 'k += 1\n    k[0] = k[1:][0]\n    "0.5 k."\n    return k // 2 + (k == 3) if k in (3, 4) else max(k, -2)'

    assert faults_in(RULE.format(lines), "") == []


def test_all_files_of_a_folder_are_looked_at(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "rules.py").write_text(RULE.format("return k / 2"))
    (tmp_path / "fine.py").write_text("HALF = 1 / 2\n")

    assert faults(tmp_path) == [
        f"{tmp_path / 'sub' / 'rules.py'}:6:12: worth divides by /; rules use whole numbers only: use //"
    ]
