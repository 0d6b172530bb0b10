/** Of the key whose seed is SHA-256("receipt test key 1"). Eleven libraries of four languages verified it. */
export const vector = {
  x: "m3xb0j4DHR9KxZFCAK9w342V9Noih0fQ2DlOeeQFtkQ",
  kid: "t9_By8iV5EFufWYPeGH_2Gj8oEan1Iz7K569GgD337k",
  payload: `{"iss":"https://api.example.com","jti":"rcp_01kb0000000000000000000000","sub":"svc_sgn_0123456789abcdefghjkmnpqrs","act":"save_from_payouts","iat":1795570200,"text_sha256":"5773c57df46fabb4c38a3d6c6f58201ae65d4ab36fc57a0b55bb6c7ace05a525","text_version":"savings-consent/1","lang":"en","livemode":false}`,
  jws: "eyJhbGciOiJFZERTQSIsInR5cCI6ImNvbnNlbnQtcmVjZWlwdCtqd3QiLCJraWQiOiJ0OV9CeThpVjVFRnVmV1lQZUdIXzJHajhvRWFuMUl6N0s1NjlHZ0QzMzdrIn0.eyJpc3MiOiJodHRwczovL2FwaS5leGFtcGxlLmNvbSIsImp0aSI6InJjcF8wMWtiMDAwMDAwMDAwMDAwMDAwMDAwMDAwMCIsInN1YiI6InN2Y19zZ25fMDEyMzQ1Njc4OWFiY2RlZmdoamttbnBxcnMiLCJhY3QiOiJzYXZlX2Zyb21fcGF5b3V0cyIsImlhdCI6MTc5NTU3MDIwMCwidGV4dF9zaGEyNTYiOiI1NzczYzU3ZGY0NmZhYmI0YzM4YTNkNmM2ZjU4MjAxYWU2NWQ0YWIzNmZjNTdhMGI1NWJiNmM3YWNlMDVhNTI1IiwidGV4dF92ZXJzaW9uIjoic2F2aW5ncy1jb25zZW50LzEiLCJsYW5nIjoiZW4iLCJsaXZlbW9kZSI6ZmFsc2V9.b_EovPuFMJstfWajXRS7-ZW-FobiEDZmfNugCv4ZTeL05sohkmj26R3aAObI54jSv0lid1ea9wTDL2oRNGaOCg",
};
