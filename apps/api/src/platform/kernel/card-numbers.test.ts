import { describe, expect, test } from 'vitest'
import { containsCardNumber } from './card-numbers.ts'

describe('finds a card number', () => {
  test.each([
    ['Visa', '4111111111111111'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard, second range', '2223003122003222'],
    ['American Express', '378282246310005'],
    ['Discover', '6011111111111117'],
    ['Diners Club', '30569309025904'],
    ['JCB', '3530111333300000'],
    ['UnionPay', '6200000000000005'],
    ['in groups of four', '4111 1111 1111 1111'],
    ['with dashes', '4111-1111-1111-1111'],
    ['with dots', '4111.1111.1111.1111'],
    ['American Express as printed', '3782 822463 10005'],
    ['with unusual separators', '41 11111 1111 11111'],
    ['in a sentence', 'Please charge 4111 1111 1111 1111, thanks'],
    ['with its date and code', '4111 1111 1111 1111 12/27 123'],
    ['followed by its expiry date', '4111 1111 1111 1111 1227'],
    ['followed by its security code', '4111 1111 1111 1111 123'],
    ['followed by its security code, with dashes', '5500-0000-0000-0004-999'],
    ['followed by a telephone number', '4111 1111 1111 1111 555 0100'],
    ['with dashes and blanks', '4111 - 1111 - 1111 - 1111'],
    ['with tabs', '4111\t1111\t1111\t1111'],
    ['with three blanks', '4111   1111   1111   1111'],
    ['with slashes', '4111/1111/1111/1111'],
    ['with low lines', '4111_1111_1111_1111'],
    ['with marks that have no width', '4111\u200b1111\u200b1111\u200b1111'],
    ['after another number', 'Room 12 4111 1111 1111 1111'],
    ['right after letters', 'visa4111111111111111'],
    ['on the second line', 'Nora Hale\n4111111111111111'],
    ['in full-width digits', '４１１１１１１１１１１１１１１１'],
    ['with no-break spaces', '4111\u00a01111\u00a01111\u00a01111'],
    ['in a line of CSV', 'Nora,Hale,5125550100,4111111111111111,Austin'],
  ])('%s: %s', (_, text) => {
    expect(containsCardNumber(text)).toBe(true)
  })
})

describe('finds no card number', () => {
  test.each([
    ['a telephone number', '+1 (512) 555-0100'],
    ['an international telephone number', '0049 171 1234567'],
    ['a German mobile number', '+49 1511 2345678'],
    ['thirteen digits of an old Visa card', '4222222222222'],
    ['a tracking number of FedEx', '794644790132'],
    ['a tracking number of UPS', '1Z999AA10123456784'],
    ['a tracking number of USPS in one piece', '9400111899223197428490'],
    ['sixteen digits that fail the check', '4111111111111112'],
    ['sixteen digits of no brand', '1111111111111117'],
    ['a UUID', '6f9619ff-8b86-4011-b42d-00c04fc964ff'],
    ['a time in milliseconds', '1767225600000'],
    ['a list of ids', '4111,1111,1111,1111'],
    ['numbers on separate lines', '41111111\n11111111'],
    ['two dates', '11/22/2026 11/23/2026'],
    ['a postal address', '4111 Main St, 11111-1111'],
  ])('%s: %s', (_, text) => {
    expect(containsCardNumber(text)).toBe(false)
  })
})
