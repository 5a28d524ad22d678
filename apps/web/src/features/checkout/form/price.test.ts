import type { Product } from '@vialdesk/contract/money/products'
import { expect, test } from 'vitest'
import { type PriceChoices, priceOf } from './price.ts'

const product: Product = {
  id: 1,
  name: 'Processing',
  description: '',
  price: 1999.99,
  shipping_fee: 45.1,
  prices: [],
  ships: false,
  has_shipping: true,
  can_buy: true,
}
const one: PriceChoices = { product_quantity: 1, shipping_fee: 'yes', harvest_fee: 'no', coupon: { discount: 0 } }

test('adds the shipping fee only when selected', () => {
  expect(priceOf(product, one)).toMatchObject({ price: 1999.99, shipping: 45.1, total: 2045.09 })
  expect(priceOf(product, { ...one, shipping_fee: 'no' })).toMatchObject({ shipping: 0, total: 1999.99 })
})

test('adds no shipping fee to a product without shipping', () => {
  expect(priceOf({ ...product, has_shipping: false }, one)).toMatchObject({ shipping: 0, total: 1999.99 })
})

test('uses the first domain price instead of the product price', () => {
  const prices = [
    { price: 0.1, shipping_fee: 0.2 },
    { price: 9, shipping_fee: 9 },
  ]
  expect(priceOf({ ...product, prices }, one)).toMatchObject({ price: 0.1, shipping: 0.2, total: 0.3 })
})

test('multiplies the price by the quantity, adds the harvest fee, and takes off the discount', () => {
  const choices: PriceChoices = { ...one, product_quantity: 3, harvest_fee: 'yes', coupon: { discount: 100.5 } }
  expect(priceOf(product, choices)).toEqual({
    price: 1999.99,
    quantity: 3,
    shipping: 45.1,
    harvestFee: 2500,
    discount: 100.5,
    total: 8444.57,
  })
})

test('a discount never makes the total negative, and a blank quantity counts as none', () => {
  expect(priceOf(product, { ...one, coupon: { discount: 9000 } }).total).toBe(0)
  expect(priceOf(product, { ...one, product_quantity: '' })).toMatchObject({ quantity: 0, total: 45.1 })
})
