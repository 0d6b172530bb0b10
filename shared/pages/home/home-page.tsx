import { brand } from "../../domain/brand.ts";
import { taxYear2026 } from "../../domain/tax/tax-year-2026.ts";
import type { Result } from "../../http/serve/responses.ts";
import { htmlResult } from "../layout/layout.tsx";
import { type Check, readCheck } from "./home-check.ts";
import { Checker } from "./home-checker.tsx";
import { Flow } from "./home-flow.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";

/** The product's page. With an income in its address it is that person's, and nobody keeps it. */
export function homePage(query: URLSearchParams): Result {
  const check = readCheck(query);
  const faulty = Object.keys(check?.mistakes ?? {}).length > 0;
  return htmlResult(
    faulty ? 400 : 200,
    `${faulty ? "Please check the form: " : ""}${brand.tagline}`,
    <Home check={check} />,
    {
      description: brand.description,
      script: HOME_SCRIPT,
      path: "/",
      wide: true,
      ...(!check && { maxAge: 300 }),
    },
  );
}

const Home = ({ check }: { check: Check | undefined }) => (
  <>
    <div class="hero">
      <div>
        <p class="badge">Waitlist open, accounts not yet</p>
        <h1>{brand.tagline}</h1>
        <p class="lead">{brand.description}</p>
        <p>
          <a class="button" href="#check">
            Check your limit
          </a>
          <a class="button second" href="#waitlist">
            Join the waitlist
          </a>
        </p>
      </div>
      <Flow />
    </div>

    <h2 id="who">Who it is for</h2>
    <ul class="grid">
      {audience.map(([title, text]) => (
        <li class="card" key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>

    <h2 id="how">How it works</h2>
    <ol class="grid steps">
      {steps.map(([title, text]) => (
        <li class="card" key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>

    <h2 id="check">How much could you put in for {taxYear2026.year}?</h2>
    <p>
      The law lowers the limit over a range of incomes, and to nothing above it. Two answers show where you
      would stand.
    </p>
    <Checker check={check} />

    <h2 id="tiers">What it costs</h2>
    <ul class="grid two">
      {brand.pricing.map(({ name, price_usd_per_month, features }) => (
        <li class="card" key={name}>
          <h3>{name}</h3>
          <p class="price">
            ${price_usd_per_month} <small>a month</small>
          </p>
          <ul class="ticks">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
    <p class="fine">{brand.custodian}</p>

    <h2 id="waitlist">Be told when accounts open</h2>
    <div class="panel">
      <div>
        <WaitlistForm />
        <p
          role="status"
          tabIndex={-1}
          data-said
          data-thanks="You are on the list. We will write to you when accounts open. There is nothing else to do now."
          data-unreachable="We could not reach the service. Nothing was sent; please try again."
        />
      </div>
      <div class="card">
        <h3>What joining means</h3>
        <ul class="ticks">
          <li>We write to you when accounts open, and use your address for nothing else.</li>
          <li>It opens no account and moves no money.</li>
          <li>
            To be taken off the list, write to{" "}
            <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
          </li>
        </ul>
      </div>
    </div>

    <h2 id="developers">For assistants and developers</h2>
    <p>
      The Agent API is open and needs no key. Start with the <a href="/docs/quick-start">quick start</a>, read
      the <a href="/docs">reference</a>, or fetch the <a href="/api/openapi.json">OpenAPI description</a>.
    </p>
  </>
);

const audience = [
  [
    "You earn on more than one app",
    "Rides in the morning, deliveries at night. The account is yours, so changing apps changes nothing about it.",
  ],
  [
    "No employer runs a plan for you",
    "An IRA is opened by a person, not by an employer. You need taxable compensation, such as net earnings from gig work.",
  ],
  [
    "You want to see the rules",
    "Limits depend on how you file and what you earn. We show where you stand and which IRS publication says so.",
  ],
] as const;

const steps = [
  [
    "An assistant starts it",
    "Ask the assistant you use to start a signup with your email address. It cannot confirm for you.",
  ],
  [
    "You confirm from your mail",
    "We mail a link to you and nobody else. Read the disclosures, and confirm if you want to. Until you do, nothing happens.",
  ],
  [
    "It follows you",
    "When your account opens, it takes contributions from every app you earn on, and stays with you when you leave one.",
  ],
] as const;
