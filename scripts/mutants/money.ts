import type { Mutant } from './mutant.ts'

const feature = (name: string) => `apps/api/src/features/${name}`

/** Checkout, sales, refunds, commissions, coupons and cards. */
export const money: Mutant[] = [
  {
    name: 'shipping-is-charged-without-being-asked',
    file: feature('checkout/order/make-order.commands.ts'),
    find: `has_shipping && shipping_fee === 'yes' ? product.shippingCents : 0`,
    replace: 'has_shipping ? product.shippingCents : 0',
    tests: [feature('checkout/order'), feature('checkout')],
  },
  {
    name: 'a-paid-order-has-no-receipt',
    file: feature('checkout/payment/apply-payment-result.commands.ts'),
    find: `  await db.enqueue('checkout.send_receipt', { transaction_id: transactionId }, { key: \`checkout.send_receipt:\${transactionId}\` })\n`,
    replace: '',
    tests: [feature('checkout/payment/paid-purchase'), feature('checkout')],
  },
  {
    name: 'an-unknown-payment-is-never-looked-up-again',
    file: feature('checkout/payment/apply-payment-result.commands.ts'),
    find: `  await enqueueLookUp(db, 'payment', attempt.id, new Date(Date.now() + minutes * 60_000))\n`,
    replace: '',
    tests: [feature('checkout/payment/unknown-result'), feature('checkout/payment/killed'), feature('checkout')],
  },
  {
    name: 'a-declined-payment-keeps-its-reservations',
    file: feature('checkout/payment/apply-payment-result.commands.ts'),
    find: '  await releaseReservations(db, attempt)\n',
    replace: '',
    tests: [feature('checkout/payment/reservations'), feature('checkout'), feature('coupons')],
  },
  {
    name: 'a-coupon-is-used-beyond-its-limit',
    file: feature('coupons/coupon-uses.commands.ts'),
    find: '\n    and (max_use_number = 0 or used_number + reserved_number < max_use_number)',
    replace: '',
    tests: [feature('coupons/coupon-uses'), feature('coupons'), feature('checkout')],
  },
  {
    name: 'one-more-declined-card-than-allowed',
    file: feature('payments/declined-cards.commands.ts'),
    find: 'counter.points >= declines',
    replace: 'counter.points > declines',
    tests: [feature('cards/declined-cards'), feature('payments/declined-cards'), feature('payments'), feature('checkout')],
  },
  {
    name: 'an-edit-overwrites-a-newer-sale',
    file: feature('transactions/changes/edit-transaction.commands.ts'),
    find: `  if (version !== undefined && version !== sale.version) fail('conflict')\n`,
    replace: '',
    tests: [feature('transactions/changes'), feature('transactions')],
  },
  {
    name: 'two-refunds-give-back-more-than-was-paid',
    file: feature('transactions/refunds/give-back.commands.ts'),
    find: 'if (cents > rest) {',
    replace: 'if (cents > sale.charged_cents) {',
    tests: [feature('transactions/refunds/refunds'), feature('transactions')],
  },
  {
    name: 'a-refund-leaves-the-commission',
    file: feature('transactions/refunds/apply-refund-result.commands.ts'),
    find: '  await settleCommissions(db, sale.id)\n',
    replace: '',
    tests: [feature('commissions/ledger'), feature('transactions'), feature('commissions')],
  },
  {
    name: 'an-export-does-not-name-its-patients',
    file: feature('transactions/export/export-sales.commands.ts'),
    find: '      patients: await findPatientsOfSales(db, filter),\n',
    replace: '',
    tests: [feature('audit/who-saw'), feature('transactions/export')],
  },
  {
    name: 'a-commission-that-is-owed-back-is-marked-paid',
    file: feature('commissions/ledger/mark-sale-paid.commands.ts'),
    find: `  if ([...people.values()].some((entries) => sumOf(entries) < 0)) failField('commission_paid', OWED_BACK)\n`,
    replace: '',
    tests: [feature('commissions/ledger/mark-sale-paid'), feature('commissions')],
  },
  {
    name: 'the-year-of-sales-has-eleven-months',
    file: feature('dashboards/totals.queries.ts'),
    find: 'from generate_series(0, 11) n)',
    replace: 'from generate_series(0, 10) n)',
    tests: [feature('dashboards/dashboards'), feature('dashboards/figures'), feature('dashboards')],
  },
  {
    name: 'a-change-of-price-is-not-audited',
    file: feature('products/change-product.commands.ts'),
    find: `  if (changes) audit(db, { type: 'product.price_changed', subject: product_id, ...changes })\n`,
    replace: '',
    tests: [feature('products')],
  },
  {
    name: 'a-refund-in-progress-is-shipped',
    file: feature('orders/ship-order.commands.ts'),
    find: '  await assertNotGivenBack(db, id)\n',
    replace: '',
    tests: [feature('orders/orders'), feature('orders')],
  },
]
