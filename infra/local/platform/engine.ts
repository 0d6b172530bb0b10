import type { Template } from "../base/template.ts";

/** All engines pass a step before the next begins. An edit of the stack repeats the steps. */
export type Engine = {
  /** Creates what is stored, and provides what `Ref` and `Fn::GetAtt` return for its resources. */
  create?(template: Template): void | Promise<void>;
  /** Fails for what it cannot run, and changes nothing. */
  check?(template: Template): void;
  follow?(template: Template): void;
  underWay?(): string | undefined;
  stop?(): unknown;
};
