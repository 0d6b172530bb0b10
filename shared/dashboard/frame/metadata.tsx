import { shortened } from "./copy-box.tsx";
import { Facts } from "./frame.tsx";

/** An object may have 50 texts of metadata. */
const MAX_OF_TEXT = 200;

export const MetadataFacts = ({ of }: { of: Readonly<Record<string, string>> }) => (
  <Facts
    of={Object.fromEntries(
      Object.entries(of).map(([name, text]) => [name, <bdi>{shortened(text, MAX_OF_TEXT)}</bdi>]),
    )}
  />
);
