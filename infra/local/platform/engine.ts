import type { Template } from "../base/template.ts";

/**
 * A part of the local cloud that runs resources of the template. All engines pass a step before one begins
 * the next. An edit of the stack repeats the steps with another template, and all state stays.
 */
export type Engine = {
  /** Creates what is stored, and provides what `Ref` and `Fn::GetAtt` return for its resources. */
  create?(template: Template): void | Promise<void>;
  /** Fails for what it cannot run, and changes nothing. */
  check?(template: Template): void;
  /** Runs the resources as the template describes them. */
  follow?(template: Template): void;
  /** Names what is under way. Undefined: it is at rest. */
  underWay?(): string | undefined;
  stop?(): unknown;
};
