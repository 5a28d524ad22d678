import { ownValue } from '@vialdesk/contract/base/own-value'

/** Card brands that payment providers write as one word. */
const names: Record<string, string> = { AmericanExpress: 'American Express', MasterCard: 'Mastercard', DinersClub: 'Diners Club' }

export const cardBrandName = (brand: string | null) => (brand ? (ownValue(names, brand) ?? brand) : 'Card')
