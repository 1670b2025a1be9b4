"""A price list on this machine, of the documented shape: a filter, pages, and answers that aren't right."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Item = dict[str, Any]

_CONDITION = re.compile(r"(\w+) eq '((?:[^']|'')*)'")
_FIELDS = {"priceType": "type"}


def item(**fields: Any) -> Item:
    """An item as the Retail Prices API has it, a NAT gateway unless said otherwise."""
    return {
        "currencyCode": "USD",
        "tierMinimumUnits": 0.0,
        "retailPrice": 0.045,
        "unitPrice": 0.045,
        "armRegionName": "Global",
        "location": "",
        "effectiveStartDate": "2021-03-01T00:00:00Z",
        "meterId": "0b2e1ea6-9b5b-4b1a-8d3c-0c4b4e6f9d11",
        "meterName": "Standard Gateway",
        "productId": "DZH318Z08M0C",
        "skuId": "DZH318Z08M0C/0001",
        "productName": "NAT Gateway",
        "skuName": "Standard",
        "serviceName": "NAT Gateway",
        "serviceId": "DZH31FJ8CQ4V",
        "serviceFamily": "Networking",
        "unitOfMeasure": "1 Hour",
        "type": "Consumption",
        "isPrimaryMeterRegion": True,
        "armSkuName": "",
    } | fields


class PriceServer(ThreadingHTTPServer):
    """Answers from `items`, `page` a time; before that with each of `failures` once."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.items: list[Item] = []
        self.page = 1000
        self.failures: list[tuple[int, dict[str, str], str]] = []
        self.next_page: str | None = None
        """Instead of this server's own address of the next page."""
        self.asked: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/api/retail/prices"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, PriceServer)
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        server.asked.append(query)
        if server.failures:
            status, headers, body = server.failures.pop(0)
            self._answer(status, body.encode(), headers)
            return
        wanted = {
            _FIELDS.get(name, name): value.replace("''", "'")
            for name, value in _CONDITION.findall(query["$filter"])
        }
        found = [one for one in server.items if all(one[name] == value for name, value in wanted.items())]
        start = int(query.get("$skip", 0))
        shown = found[start : start + server.page]
        following = None
        if start + server.page < len(found):
            rest = self.path.split("&$skip")[0]
            following = f"{server.url.split('/api')[0]}{rest}&$skip={start + server.page}"
        page = {
            "BillingCurrency": "USD",
            "CustomerEntityId": "Default",
            "CustomerEntityType": "Retail",
            "Items": shown,
            "NextPageLink": following and (server.next_page or following),
            "Count": len(shown),
        }
        self._answer(200, json.dumps(page).encode(), {})

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def price_server() -> Iterator[PriceServer]:
    """A server that runs until the end of the block."""
    server = PriceServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
