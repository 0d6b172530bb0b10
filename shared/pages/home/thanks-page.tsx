import { htmlResult } from "../layout/layout.tsx";

export const thanksPage = () =>
  htmlResult(
    200,
    "You're on the list",
    <p>
      We'll email you when accounts open. You don't need to do anything else.{" "}
      <a href="/">Back to the home page</a>
    </p>,
    { maxAge: 300 },
  );
