"""Tests of lists: `python -m unittest discover -s tests`."""

import unittest

from test_runtime import client_of


class PagingTest(unittest.TestCase):
    def test_a_list_fetches_its_next_page(self) -> None:
        first = (200, {}, {"data": [{"id": "a"}, {"id": "b"}], "has_more": True})
        client, server = client_of(first, (200, {}, {"data": [{"id": "c"}], "has_more": False}))
        self.assertEqual([each.id for each in client.drivers.list(limit=2)], ["a", "b", "c"])
        self.assertTrue(server.sent[1]["url"].endswith("?limit=2&starting_after=b"))

    def test_a_list_without_ids_continues_by_another_field(self) -> None:
        first = (200, {}, {"data": [{"platform": "a"}, {"platform": "b"}], "has_more": True})
        client, server = client_of(first, (200, {}, {"data": [{"platform": "c"}], "has_more": False}))
        found = [each.platform for each in client.earnings.list_connections("drv_1", limit=2)]
        self.assertEqual(found, ["a", "b", "c"])
        self.assertTrue(server.sent[1]["url"].endswith("?limit=2&starting_after=b"))

    def test_a_list_that_begins_with_ending_before_returns_the_previous_pages_in_reverse(self) -> None:
        first = (200, {}, {"data": [{"id": "c"}, {"id": "d"}], "has_more": True})
        client, server = client_of(first, (200, {}, {"data": [{"id": "b"}], "has_more": False}))
        page = client.drivers.list(limit=2, ending_before="e")
        self.assertEqual([each.id for each in page], ["d", "c", "b"])
        self.assertEqual([each.id for each in page.data], ["c", "d"])
        self.assertTrue(server.sent[1]["url"].endswith("?limit=2&ending_before=c"))


if __name__ == "__main__":
    unittest.main()
