import { partnerReviews } from "../../../domain/account/partner.ts";
import { payoutTransitions } from "../../../domain/payout/payout.ts";
import { contributionTransitions } from "../../../domain/savings/contribution.ts";
import { signupTransitions } from "../../../domain/signup/signup.ts";
import { Prose } from "../../../pages/layout/layout.tsx";
import { CodeName } from "../docs-breakable.tsx";
import { docsPath } from "../../../contract/docs-paths.ts";
import { Rows } from "../docs-rows.tsx";
import { type DocsPage, docsPage } from "../docs-shell.tsx";
import { Diagram, edgesOf, type Transitions } from "./docs-diagram.tsx";
import { type Meanings, meanings, type StatusName } from "./docs-meanings.ts";

const machines: Partial<Record<StatusName, { transitions: Transitions; when: Meanings }>> = {
  payout: {
    transitions: payoutTransitions,
    when: {
      complete: "The money arrived.",
      fail: "The bank refused the payout.",
      cancel: "You canceled the payout in time.",
      refund: "The bank, or the driver's bank, sent the money back.",
    },
  },
  contribution: {
    transitions: contributionTransitions,
    when: {
      send: "Five days have passed.",
      settle: "The custodian has it.",
      reverse: "The payout was refunded.",
    },
  },
  signup: {
    transitions: signupTransitions,
    when: {
      "join waitlist": "The owner confirmed, from the emailed link.",
      "open account": "We opened the owner's account.",
      decline: "The owner opened the emailed link and said that it wasn't them.",
    },
  },
  partner: {
    transitions: partnerReviews,
    when: { approve: "We approved the partner.", refuse: "We refused the partner." },
  },
};

export const statusesPage = (): DocsPage =>
  docsPage({
    path: docsPath("statuses"),
    title: "Statuses",
    description: "Every status and reason of both APIs, and the changes from one status to another.",
    contents: (Object.keys(meanings) as StatusName[]).map((name) => [name, meanings[name].title]),
    lead: (
      <p class="lead">A later release may add values. Treat a status that you don't know as informational.</p>
    ),
    children: (
      <>
        {(Object.keys(meanings) as StatusName[]).map((name) => (
          <Section key={name} name={name} />
        ))}
      </>
    ),
  });

const Section = ({ name }: { name: StatusName }) => {
  const { title, about, values } = meanings[name];
  const machine = machines[name];
  return (
    <section id={name}>
      <h2>{title}</h2>
      <p>
        <Prose text={about} />
      </p>
      <Rows columns={["Value", "Meaning"]} rows={Object.entries(values).map(cells)} />
      {machine && (
        <>
          <Diagram title={title} transitions={machine.transitions} />
          <Rows
            columns={["Change", "When"]}
            rows={edgesOf(machine.transitions).map(({ from, to, name }) =>
              cells([`${from} → ${to}`, machine.when[name] ?? ""]),
            )}
          />
        </>
      )}
    </section>
  );
};

const cells = ([name, meaning]: readonly [string, string]) => [
  <CodeName name={name} />,
  <Prose text={meaning} />,
];
