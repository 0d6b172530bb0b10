/** A delivery. `openssl` computed its signatures, so they do not depend on the code under test. */
export const vector = {
  secret: "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=",
  body: '{"id":"evt_test_1","type":"ping","data":{"ok":true}}',
  eventId: "evt_test_1",
  sentAt: new Date(1_760_000_000_000),
  headers: {
    "x-service-signature": "sha256=feb965dfbb4abd0179bb80e467263bb7624807e2cf34e171b72ec5ab6f9365f6",
    "webhook-id": "evt_test_1",
    "webhook-timestamp": "1760000000",
    "webhook-signature": "v1,fztQ5BakKnem4fUmQG9tva16RmX95KtFt3vG7J9yXN8=",
  },
} as const;
