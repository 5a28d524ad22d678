/** What a person typed off a card. `expiry` is `YYYY-MM`; `cvc` may be missing where a gateway does not ask for it. */
export interface CardDetails {
  number: string
  expiry: string
  cvc?: string
}

/**
 * A card on its way to a gateway. The details sit in a private field and leave only through `reveal()`, so that
 * logging, serialising or interpolating the object by accident shows `[card]` and nothing else.
 */
export class CardSecret {
  readonly #details: CardDetails

  /** Spaces and dashes in the number are dropped; nothing is validated here, the gateway says what it takes. */
  constructor(details: CardDetails) {
    this.#details = { ...details, number: details.number.replace(/[\s-]/g, '') }
  }

  /** For adapters only, at the moment of the call; the answer must not be kept. */
  reveal(): CardDetails {
    return { ...this.#details }
  }

  toString() {
    return '[card]'
  }

  toJSON() {
    return '[card]'
  }

  [Symbol.toPrimitive]() {
    return '[card]'
  }

  [Symbol.for('nodejs.util.inspect.custom')]() {
    return '[card]'
  }
}
