import { brand } from "../../domain/brand.ts";
import type { SignupWords } from "../en/signup.ts";

const { serviceName, productName } = brand;

export const esSignup: SignupWords = {
  disclosures: "Antes de continuar",
  ask: {
    title: `Tu inscripción a ${productName}`,
    who: (assistant, day, email) =>
      `${assistant ? `Un asistente llamado “${assistant}”` : "Un asistente o una app"} inició el ${day} una inscripción a ${serviceName} para **${email}**.`,
    what: "Solo quien es titular de ese correo puede confirmarla. ¿Es tuyo? Te enviaremos el enlace para confirmar.",
    button: "Envíame el enlace por correo",
    learn: `¿Qué es ${serviceName}?`,
  },
  mailed: {
    title: "Revisa tu correo",
    look: `Si esta inscripción aún está por confirmar, un enlace va en camino. Busca los correos de ${serviceName}. Puede tardar un minuto.`,
    waits:
      "Si esta inscripción aún está por confirmar, te enviaremos un enlace por correo. Ahora muchas personas piden correos, así que puede tardar horas. Tu pedido conserva su lugar.",
    steps: [
      "Abre el correo más reciente. Revisa también la carpeta de spam.",
      "Elige **Revisar y confirmar**.",
      "Vuelve a tu asistente. Verá tu respuesta al instante.",
    ],
    again: "¿No te llegó?",
    link: "Enviar otra vez",
    limits: (aDay, inAll) =>
      `Enviamos como máximo un correo por minuto, ${aDay} al día a pedido y ${inAll} en total por inscripción. Después, usa un enlace que ya te enviamos.`,
  },
  noMail: {
    title: "Aquí no hay correo configurado",
    body: `Esta copia de ${serviceName} no puede enviar correos, así que aquí no puedes confirmar una inscripción. Si la operas, define mailFrom.`,
  },
  confirm: {
    title: `Únete a la lista de espera de tu ${productName}`,
    what: (email) =>
      `Esto confirma **${email}** y te agrega a la lista de espera. No abre una cuenta ni mueve dinero.`,
    consent: "Leí esto y quiero unirme a la lista de espera.",
    unchecked: "Marca la casilla para confirmar.",
    button: "Confirmar y unirme a la lista",
    notMe: "¿No lo pediste?",
    cancel: "Cancelar la inscripción",
  },
  disown: {
    title: "¿No lo pediste?",
    what: (email) => `Cancelaremos todos los enlaces que enviamos a **${email}** y dejaremos de escribirte.`,
    opened:
      "Ya se abrió una cuenta con esta inscripción. Registraremos que no lo hiciste, pero eso no cierra la cuenta. Escríbenos también a:",
    noAccount: "No se abrirá ninguna cuenta con esta inscripción.",
    report: "Avisar que no lo hice",
    button: "Cancelar esta inscripción",
    keep: "Conservar la inscripción",
  },
  disowned: {
    title: "Gracias por avisarnos",
    done: "Los enlaces ya no funcionan, no te escribiremos más y no se abrirá ninguna cuenta con esta inscripción.",
    recorded: "Registramos tu aviso. Los enlaces ya no funcionan y no te escribiremos más.",
    opened: "Ya se había abierto una cuenta con esta inscripción y sigue abierta. Escríbenos para revisarlo:",
    steps: ["No tienes que hacer nada más. Puedes cerrar esta página."],
  },
  sandbox: {
    title: "Esta es una inscripción de prueba",
    body: "Un desarrollador está probando inscripciones. Esta no abre una cuenta, no envía correos y no guarda datos personales.",
    link: "Cómo funciona el entorno de pruebas (en inglés)",
  },
  declined: {
    title: "Esta inscripción se canceló",
    body: "La persona titular de este correo la canceló. No se abrirá ninguna cuenta con ella.",
  },
  opened: {
    title: "Tu cuenta está abierta",
    body: "No te queda nada por confirmar.",
    steps: ["Vuelve a tu asistente. Ya puede verlo."],
  },
  joined: {
    title: "Estás en la lista de espera",
    body: "Tu inscripción está confirmada.",
    steps: [
      "Vuelve a tu asistente. Ya puede verlo.",
      "Te escribiremos cuando se puedan abrir cuentas. Hasta entonces no tienes que hacer nada.",
    ],
    check: "Mira cuánto puedes aportar este año",
  },
  revoked: {
    title: "Este enlace se canceló",
    body: "La persona titular de este correo dijo que no pidió la inscripción. Por eso cancelamos todos los enlaces y no enviamos más correos.",
    mistake: "¿Fue un error? Escribe a",
  },
  expired: {
    title: "Este enlace venció",
    body: (days) => `Los enlaces para confirmar funcionan durante ${days} días. Puedes pedir uno nuevo.`,
    button: "Pedir un enlace nuevo",
  },
};
