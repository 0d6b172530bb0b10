import { brand, brandCompany } from "../../domain/brand.ts";
import type { MailWords } from "../en/mail.ts";

const { serviceName, productName, supportEmail } = brand;
const company = brandCompany;

const daysOf = (days: number) => (days === 1 ? "1 día" : `${days} días`);

export const esMail: MailWords = {
  subject: `Confirma tu inscripción a ${productName}`,
  preheader: (days) => `Solo tú puedes confirmar. El enlace funciona durante ${daysOf(days)}.`,
  hello: (name) => (name ? `Hola, ${name}:` : "Hola:"),
  why: (assistant) =>
    `${assistant ? `Un asistente llamado "${assistant}"` : "Un asistente o una app"} pidió agregar este correo a la lista de espera de ${productName}. Solo tú puedes confirmar.`,
  button: "Revisar y confirmar",
  after: "Verás qué aceptas antes de que pase algo.",
  expiry: (days, day) => `El enlace funciona durante ${daysOf(days)}, hasta el ${day}.`,
  receipt: "Cuando confirmes, te enviamos un comprobante firmado. El enlace también lo muestra.",
  ignore:
    "¿No lo pediste? Puedes ignorar este correo. Para cancelar la inscripción y dejar de recibir nuestros correos:",
  cancel: "Cancelar la inscripción",
  sender: `${company.name}, ${company.address}, opera ${serviceName}.`,
  contact: `¿Preguntas? ${supportEmail}`,
};
