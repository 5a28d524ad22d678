/**
 * The number of an invoice at the gateway, for example `12-V-000345`. Domains may share an account of the gateway, and each of them
 * counts its invoices from 1. A gateway allows 20 characters.
 */
export const gatewayReference = (domainId: number, invoice: string): string => `${domainId}-${invoice}`
