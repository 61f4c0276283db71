/** Texts of the public preference pages, by language. */
import type { ConsentPurpose } from '../contract.ts';

export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Words {
  title: string;
  question: (address: string, business: string) => string;
  unsubscribe: string;
  chooseInstead: string;
  doneTitle: string;
  done: (address: string, business: string) => string;
  change: string;
  preferences: string;
  choose: (address: string, business: string) => string;
  save: string;
  saved: string;
  unsubscribeAll: string;
  purposes: Record<ConsentPurpose, [name: string, explanation: string]>;
}

export const WORDS: Record<Language, Words> = {
  en: {
    title: 'Unsubscribe',
    question: (address, business) => `Stop messages from ${business} to ${address}?`,
    unsubscribe: 'Unsubscribe',
    chooseInstead: 'Choose what you get instead',
    doneTitle: 'You are unsubscribed',
    done: (address, business) =>
      `${business} no longer writes to ${address}, except about your own business with them, such as an invoice.`,
    change: 'Change your mind',
    preferences: 'Your messages',
    choose: (address, business) => `Choose what ${business} may send to ${address}.`,
    save: 'Save choices',
    saved: 'Your choices are saved.',
    unsubscribeAll: 'Unsubscribe from everything',
    purposes: {
      service: ['About your requests', 'Answers and follow-ups to what you asked for.'],
      marketing: ['Offers', 'Products, services, and special prices.'],
      newsletter: ['Newsletter', 'Occasional updates.'],
    },
  },
  de: {
    title: 'Abmelden',
    question: (address, business) => `Keine Nachrichten von ${business} mehr an ${address}?`,
    unsubscribe: 'Abmelden',
    chooseInstead: 'Stattdessen auswählen',
    doneTitle: 'Sie sind abgemeldet',
    done: (address, business) =>
      `${business} schreibt nicht mehr an ${address}, außer in Ihren eigenen Angelegenheiten, etwa mit einer Rechnung.`,
    change: 'Auswahl ändern',
    preferences: 'Ihre Nachrichten',
    choose: (address, business) => `Wählen Sie, was ${business} an ${address} senden darf.`,
    save: 'Auswahl speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    unsubscribeAll: 'Von allem abmelden',
    purposes: {
      service: ['Zu Ihren Anfragen', 'Antworten und Rückfragen zu dem, was Sie wollten.'],
      marketing: ['Angebote', 'Produkte, Leistungen und Sonderpreise.'],
      newsletter: ['Newsletter', 'Neuigkeiten von Zeit zu Zeit.'],
    },
  },
  es: {
    title: 'Cancelar la suscripción',
    question: (address, business) => `¿Dejar de recibir mensajes de ${business} en ${address}?`,
    unsubscribe: 'Cancelar la suscripción',
    chooseInstead: 'Elegir qué recibir',
    doneTitle: 'Suscripción cancelada',
    done: (address, business) =>
      `${business} ya no escribe a ${address}, salvo por sus propios asuntos, como una factura.`,
    change: 'Cambiar de opinión',
    preferences: 'Sus mensajes',
    choose: (address, business) => `Elija lo que ${business} puede enviar a ${address}.`,
    save: 'Guardar',
    saved: 'Sus preferencias se guardaron.',
    unsubscribeAll: 'Cancelar todo',
    purposes: {
      service: ['Sobre sus solicitudes', 'Respuestas y seguimiento de lo que pidió.'],
      marketing: ['Ofertas', 'Productos, servicios y precios especiales.'],
      newsletter: ['Boletín', 'Novedades de vez en cuando.'],
    },
  },
  fr: {
    title: 'Se désabonner',
    question: (address, business) => `Ne plus recevoir de messages de ${business} à ${address} ?`,
    unsubscribe: 'Se désabonner',
    chooseInstead: 'Choisir ce que vous recevez',
    doneTitle: 'Vous êtes désabonné',
    done: (address, business) =>
      `${business} n’écrit plus à ${address}, sauf pour vos propres affaires, comme une facture.`,
    change: 'Changer d’avis',
    preferences: 'Vos messages',
    choose: (address, business) => `Choisissez ce que ${business} peut envoyer à ${address}.`,
    save: 'Enregistrer',
    saved: 'Vos choix sont enregistrés.',
    unsubscribeAll: 'Se désabonner de tout',
    purposes: {
      service: ['À propos de vos demandes', 'Réponses et suivi de ce que vous avez demandé.'],
      marketing: ['Offres', 'Produits, services et prix spéciaux.'],
      newsletter: ['Lettre d’information', 'Des nouvelles de temps en temps.'],
    },
  },
};
