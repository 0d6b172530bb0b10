import type { CalculatorWords } from "../en/calculators.ts";

export const esCalculators: CalculatorWords = {
  check: {
    title: (year) => `¿Cuánto puedes aportar por ${year}?`,
    intro:
      "A partir de cierto ingreso, el límite baja hasta llegar a cero. Responde dos preguntas para ver el tuyo.",
    status: "Estado civil tributario",
    statuses: {
      "": "Elige uno",
      single: "Soltero o soltera",
      head_of_household: "Cabeza de familia",
      married_joint: "Casados, declaración conjunta",
      married_separate: "Casados, declaración separada (vivieron juntos)",
    },
    income: (year) => `Tu ingreso de ${year}`,
    yourIncome: "Tu ingreso",
    hint: "Tu ingreso bruto ajustado modificado (MAGI) en dólares, después de los gastos del trabajo y antes de la deducción estándar.",
    button: "Calcular mi límite",
    empty: (year) => `Tu estimación de ${year} aparecerá aquí. No guardamos lo que escribes.`,
    full: ["Con un ingreso de", ", puedes aportar hasta", "por {year}. Es el límite completo."],
    reduced: [
      "Con un ingreso de",
      ", puedes aportar hasta",
      "por {year}. Tu ingreso está en el rango de reducción, así que el límite es menor.",
    ],
    none: [
      "Con un ingreso de",
      ", no puedes aportar a una Roth IRA por {year}. Tu ingreso llega al final del rango de reducción o lo supera.",
    ],
    zero: [
      "Con un ingreso de",
      ", lo que puedes aportar depende de lo que ganas, como tus ingresos de gig. Sin ingresos del trabajo, no puedes aportar por {year}.",
    ],
    limit50: "Límite desde los 50 años:",
    range: "Rango de reducción para tu estado civil:",
    to: "a",
    match: [
      "Saver's Match de 2027 con este ingreso:",
      "de hasta $2,000 en aportes, es decir, como máximo",
      ". Lo pides en tu declaración de impuestos. Se paga desde 2028 en una IRA tradicional o en un plan del trabajo, no en esta Roth IRA. No es para dependientes ni estudiantes de tiempo completo.",
    ],
    disclaimer: "El siguiente aviso legal solo está disponible en inglés.",
    mistakes: {
      filing_status: "Elige tu estado civil tributario.",
      magi: "Escribe tu ingreso en dólares, cero o más, como 60,000 o 60k.",
    },
    chart: {
      title: "Límite de aportes según el ingreso",
      upTo: ["El límite es", "hasta un ingreso de", "y baja a cero en"],
      yours: ["Con tu ingreso de", ", es"],
      you: "Tú",
      limit: "Límite",
      full: "completo",
      reduced: "reducido",
      none: "nada",
      caption: "Límite para menores de 50 años, según el ingreso bruto ajustado modificado (MAGI).",
    },
  },
  grow: {
    title: "¿Cuánto podría valer?",
    intro:
      "Escribe cuánto pondrías, por cuánto tiempo y el rendimiento anual que quieres suponer. No sugerimos un rendimiento: nadie lo conoce.",
    weekly: "Dólares por semana",
    years: "Años",
    rate: "Rendimiento anual que supones, en porcentaje",
    rateHint: "Tu propio supuesto, de -20 a 20. Una pérdida es un número negativo.",
    button: "Mostrar",
    empty: "Tu proyección aparecerá aquí. No guardamos lo que escribes.",
    outcome: ["Después de", "años tendrías", ". Tú pones", "; el rendimiento supuesto hace la diferencia."],
    table: { caption: "Lo mismo en números", year: "Después del año", paid: "Tú pones", balance: "Saldo" },
    chart: {
      title: "Saldo proyectado por año",
      paid: "Tú pones",
      balance: "Saldo",
      start: "hoy",
      years: "años",
    },
    assumptions: "Qué supone este cálculo",
    points: [
      "Aportas al final de cada semana y nunca retiras dinero.",
      "El rendimiento es igual todos los años. Los rendimientos reales cambian y pueden ser negativos.",
      "Sin comisiones, inflación ni impuestos. Los precios suben, así que el saldo comprará menos que hoy.",
      "Puedes aportar esto cada año: los límites cambian y dependen de tu ingreso.",
    ],
    hypothetical:
      "Es un cálculo hipotético con tus propios números. No es un pronóstico, una promesa ni un consejo, y no muestra el rendimiento de ninguna inversión.",
    mistakes: {
      weekly: (most, limit, limit50) =>
        `Escribe de $1 a ${most} por semana. El límite por año es ${limit}, o ${limit50} desde los 50 años.`,
      years: "Escribe un número entero de años, de 1 a 50.",
      rate: "Escribe el rendimiento que supones, de -20 a 20 por ciento.",
    },
  },
};
