import { htmlResult } from "../layout/layout.tsx";

export const thanksPage = () =>
  htmlResult(
    200,
    "You are on the list",
    <p>
      We will write to you when accounts open. There is nothing else to do now.{" "}
      <a href="/">Back to the start</a>
    </p>,
    { maxAge: 300 },
  );
