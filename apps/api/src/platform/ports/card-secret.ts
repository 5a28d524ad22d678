/** Card data as typed. `expiry` is `YYYY-MM`. `cvc` is missing for gateways that do not require it. */
export interface CardDetails {
  number: string
  expiry: string
  cvc?: string
}

/**
 * A card to be sent to a gateway. The details are in a private field and only `reveal()` returns them, so that
 * accidental logging, serialising or interpolating shows only `[card]`.
 */
export class CardSecret {
  readonly #details: CardDetails

  /** Removes spaces and dashes from the number. The gateway validates the rest. */
  constructor(details: CardDetails) {
    this.#details = { ...details, number: details.number.replace(/[\s-]/g, '') }
  }

  /** For adapters only, immediately before the request. The caller must not store the result. */
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
