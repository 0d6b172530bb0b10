/** The brand's texts for people in Spanish. A deployer changes them with those in brand.ts. */
export const spanishBrand = {
  tagline: "Una cuenta de jubilación que acompaña a quienes trabajan con apps, de una app a otra.",
  description:
    "Una cuenta Roth IRA para quienes trabajan con apps, como choferes y repartidores. Es de la persona, no de una plataforma. Cuando se puedan abrir cuentas, recibirá aportes de todas las apps con las que trabaja.",
  custodian:
    "Planeado: cuando se puedan abrir cuentas, un corredor de bolsa miembro de FINRA y SIPC ofrecerá la intermediación y la custodia, y guardará la cuenta y sus activos.",
  /** One for one. Only what your lawyer has approved belongs here. Without it, the English ones are shown. */
  statements: undefined as readonly string[] | undefined,
  /** Each feature of `pricing` in brand.ts, by its English name. */
  features: {
    "One Roth IRA across every app": "Una sola Roth IRA para todas las apps",
    "Contribution-limit tracking": "Seguimiento del límite de aportes",
    "Educational estimates": "Estimaciones educativas",
    "Everything in Basic": "Todo lo del plan Basic",
    "Automatic contributions from payouts": "Aportes automáticos desde tus pagos",
    "Year-end tax summary": "Resumen anual de impuestos",
  } as Readonly<Record<string, string>>,
};
