/** Providers write brands in one word; people do not. */
const names: Record<string, string> = { AmericanExpress: 'American Express', MasterCard: 'Mastercard', DinersClub: 'Diners Club' }

export const cardName = (brand: string | null) => (brand ? (names[brand] ?? brand) : 'Card')
