#!/usr/bin/python3
"""The alarms and the dashboard of config/monitoring: well-formed, and about what the bot tells.

    tests/unit/test_monitoring.py
"""

import json
import os
import re
import subprocess
import tempfile
import unittest

import yaml

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RULES = os.path.join(PROJECT, "config", "monitoring", "belfry.rules.yml")
DASHBOARD = os.path.join(PROJECT, "config", "monitoring", "grafana.json")
# What the bot tells, as test_metrics holds it.
METRICS = os.path.join(PROJECT, "tests", "golden", "metrics.txt")
NAME = re.compile(r"\b(?:belfry|process)_[a-z_]+\b")
DURATION = re.compile(r"\d+[smhd]")


def told():
    with open(METRICS, encoding="utf-8") as file:
        return set(NAME.findall("\n".join(line.split("{")[0].split(" ")[0] for line in file
                                          if not line.startswith("#"))))


class MonitoringTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(RULES, encoding="utf-8") as file:
            (group,) = yaml.safe_load(file)["groups"]
        cls.rules = group["rules"]
        with open(DASHBOARD, encoding="utf-8") as file:
            cls.dashboard = json.load(file)
        cls.told = told()

    def check_expression(self, expression):
        names = set(NAME.findall(expression))
        self.assertTrue(names or "up{" in expression, expression)
        self.assertLessEqual(names, self.told, expression)

    def test_each_alarm_is_whole_and_about_what_the_bot_tells(self):
        self.assertEqual(len({rule["alert"] for rule in self.rules}), len(self.rules))
        for rule in self.rules:
            self.assertLessEqual(set(rule), {"alert", "expr", "for", "labels", "annotations"})
            self.assertRegex(rule["alert"], r"^Belfry[A-Za-z]+$")
            self.assertRegex(rule.get("for", "1m"), rf"^{DURATION.pattern}$")
            self.assertIn(rule["labels"]["severity"], {"critical", "warning"})
            self.assertTrue(rule["annotations"]["summary"])
            self.check_expression(rule["expr"])

    def test_each_panel_is_whole_and_about_what_the_bot_tells(self):
        panels = self.dashboard["panels"]
        self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
        places = set()
        for panel in panels:
            self.assertTrue(panel["title"])
            self.assertIn(panel["type"], {"timeseries", "stat"})
            place = panel["gridPos"]
            self.assertLessEqual(place["x"] + place["w"], 24)
            self.assertNotIn((place["x"], place["y"]), places)
            places.add((place["x"], place["y"]))
            for target in panel["targets"]:
                self.check_expression(target["expr"])

    def test_what_goes_wrong_has_an_alarm(self):
        watched = " ".join(rule["expr"] for rule in self.rules)
        for name in ("belfry_network_connected", "belfry_store_log_bytes", "belfry_tables_damaged",
                     "belfry_config_reloads_failed_total", "belfry_backup_last_success_time_seconds",
                     "process_open_fds", "belfry_searches_waiting", "belfry_network_delay_seconds"):
            self.assertIn(name, watched)

    def assert_prometheus_takes(self, rules):
        checked = subprocess.run(["promtool", "check", "rules", rules], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_prometheus_takes_the_alarms(self):
        self.assert_prometheus_takes(RULES)

    def test_prometheus_takes_what_the_panels_ask(self):
        asked = [target["expr"] for panel in self.dashboard["panels"] for target in panel["targets"]]
        rules = [{"record": f"panel:{i}", "expr": expression} for i, expression in enumerate(asked)]
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            json.dump({"groups": [{"name": "panels", "rules": rules}]}, file)
            file.flush()
            self.assert_prometheus_takes(file.name)


if __name__ == "__main__":
    unittest.main()
