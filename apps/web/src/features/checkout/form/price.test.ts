import type { Product } from '@vialdesk/contract/products'
import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

const product: Product = {
  id: 1,
  name: 'Processing',
  description: '',
  price: 1999.99,
  shipping_fee: 45.1,
  prices: [],
  ships: true,
  can_buy: true,
}

test('adds the shipping fee only when selected', () => {
  expect(priceOf(product, 'yes')).toEqual({ price: 1999.99, shipping: 45.1, discount: 0, total: 2045.09 })
  expect(priceOf(product, 'no')).toEqual({ price: 1999.99, shipping: 0, discount: 0, total: 1999.99 })
})

test('uses the first domain price instead of the product price', () => {
  const prices = [
    { price: 0.1, shipping_fee: 0.2 },
    { price: 9, shipping_fee: 9 },
  ]
  expect(priceOf({ ...product, prices }, 'yes')).toEqual({ price: 0.1, shipping: 0.2, discount: 0, total: 0.3 })
})
