/** Commissions of the sales line: rates, the ledger, statements and payouts. Amounts in dollars. */
export const commissions = {}
