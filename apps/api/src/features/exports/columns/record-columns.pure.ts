/** Vials, documents, labels, orders, sales, coupons, products, assets, commissions and mails. */
import { contract } from '@vialdesk/contract'
import type { Document } from '@vialdesk/contract/documents'
import { vialStateNames } from '@vialdesk/contract/lab-fields'
import { membershipNames } from '@vialdesk/contract/roles'
import { correctionOf, paidOf } from '@vialdesk/contract/sale-lines'
import type { PartyTransaction, TransactionRow } from '@vialdesk/contract/transactions'
import {
  columnsOf,
  companiesOf,
  companyOf,
  type ExportedList,
  exportedList,
  moment,
  nameOf,
  salesRoles,
  words,
  yesOrNo,
} from './export-column.pure.ts'

const { commissions, coupons, documents, email, orders, products, resources, shipping, transactions, vials } = contract

const documentColumns = columnsOf<Document>(
  ['ID', ({ id }) => id],
  ['Document', ({ name }) => name],
  ['Kind', ({ kind }) => words(kind)],
  ['Status', ({ status }) => status],
  ['Patient ID', ({ patient_desc }) => patient_desc?.id],
  ['Patient', ({ patient_name }) => patient_name],
  ['Email', ({ patient_email }) => patient_email],
  ['Center', ({ hc_desc }) => companiesOf(hc_desc)],
  ['Created', ({ created_at }) => moment(created_at)],
  ['Completed', ({ completed_at }) => moment(completed_at)],
  ['Expires', ({ expires_at }) => moment(expires_at)],
  ['Reason', ({ reason }) => reason],
)

/** Charged + corrections - refunded = total; charged - refunded = paid. */
const moneyColumns = columnsOf<PartyTransaction | TransactionRow>(
  ['Amount (USD)', ({ amount }) => amount],
  ['Coupon', ({ coupon_code_used }) => coupon_code_used],
  ['Discount (USD)', ({ coupon_code_amount }) => coupon_code_amount],
  ['Charged (USD)', ({ charged_amount }) => charged_amount],
  ['Corrections (USD)', correctionOf],
  ['Refunded (USD)', ({ refunded_amount }) => refunded_amount],
  ['Total (USD)', ({ net_amount }) => net_amount],
  ['Paid (USD)', paidOf],
)

const saleColumns = columnsOf<PartyTransaction>(
  ['ID', ({ id }) => id],
  ['Invoice', ({ invoice_id }) => invoice_id],
  ['Date', ({ date }) => moment(date)],
  ['Patient ID', ({ patient }) => patient[0]?.id],
  ['Patient', ({ patient }) => nameOf(patient[0]), salesRoles],
  ['Harvest center', ({ harvest_center }) => companiesOf(harvest_center)],
  ['Referral harvest center', ({ referral_harvest_center }) => companiesOf(referral_harvest_center)],
  ['Staff', ({ hc_staff_desc }) => nameOf(hc_staff_desc[0])],
  ['Sales rep', ({ sales_rep }) => nameOf(sales_rep[0])],
  ['Product', ({ product }) => product.map(({ name }) => name).join(', ')],
  ['Quantity', ({ quantity }) => quantity],
  ...moneyColumns,
  ['State', ({ state }) => words(state)],
  ['Delivery', ({ fulfilment }) => words(fulfilment)],
)
const saleCalls = [transactions.ofRep, transactions.ofManager, transactions.ofDistributor, transactions.ofReferralCenter]

const moneyLists: ExportedList[] = [
  exportedList(transactions.list, 'transactions', [
    ['ID', ({ id }) => id],
    ['Invoice', ({ invoice_id }) => invoice_id],
    ['Date', ({ date }) => moment(date)],
    ['Harvest center', ({ hc }) => hc],
    ['Referral harvest center', ({ rhc }) => rhc],
    ['Staff', ({ hc_staff_desc }) => hc_staff_desc],
    ['Patient ID', ({ patient }) => patient],
    ['Patient', ({ patient_desc }) => patient_desc],
    ['Sales rep', ({ sales_rep_desc }) => sales_rep_desc],
    ['Sales manager', ({ sales_manager_desc }) => sales_manager_desc],
    ['Distributor', ({ sales_distributor_desc }) => sales_distributor_desc],
    ['Product', ({ product }) => product],
    ['Quantity', ({ quantity }) => quantity],
    ...moneyColumns,
    ['State', ({ state }) => words(state)],
    ['Commission paid', ({ commission_paid }) => yesOrNo(commission_paid)],
  ]),
  ...saleCalls.map((call) => exportedList(call, 'transactions', saleColumns)),
  exportedList(shipping.purchasesOfCenter, 'transactions', [
    ...saleColumns,
    ['Label', ({ fedex_request }) => fedex_request?.tracking_number],
  ]),
  exportedList(commissions.statements, 'statements', [
    ['ID', ({ id }) => id],
    ['Month', ({ month }) => month],
    ['Person ID', ({ person }) => person.id],
    ['Person', ({ person }) => nameOf(person)],
    ['Role', ({ membership }) => membershipNames[membership]],
    ['Lines', ({ lines }) => lines],
    ['Earned (USD)', ({ earned }) => earned],
    ['Paid (USD)', ({ paid }) => paid],
    ['Pending (USD)', ({ due }) => due],
  ]),
  exportedList(coupons.list, 'coupons', [
    ['ID', ({ id }) => id],
    ['Name', ({ name }) => name],
    ['Code', ({ code }) => code],
    ['Discount (USD)', ({ discount_amount }) => discount_amount],
    ['Products (IDs)', ({ product_ids }) => product_ids],
    ['Harvest center', ({ hc_desc }) => companiesOf(hc_desc)],
    ['Used', ({ used_number }) => used_number],
    ['Most uses', ({ max_use_number }) => (max_use_number === 0 ? 'Unlimited' : String(max_use_number))],
    ['Active', ({ status }) => yesOrNo(status === 1)],
  ]),
  exportedList(products.list, 'products', [
    ['ID', ({ id }) => id],
    ['Name', ({ name }) => name],
    ['Price (USD)', ({ price }) => price],
    ['Shipping fee (USD)', ({ shipping_fee }) => shipping_fee],
    ['On sale', ({ active }) => yesOrNo(active)],
  ]),
]

export const recordLists: ExportedList[] = [
  exportedList(vials.list, 'vials', [
    ['Code', ({ code }) => code],
    ['State', ({ state }) => vialStateNames[state]],
    ['Since', ({ since }) => moment(since)],
    ['Reason', ({ reason }) => reason],
    ['Place', ({ place }) => place],
    ['Position', ({ position }) => position],
    ['Patient ID', ({ patient }) => patient.id],
    ['Patient', ({ patient }) => nameOf(patient)],
    ['Harvest center', (row) => companyOf(row.harvest_center)],
    ['Made', ({ made_at }) => moment(made_at)],
    ['Added on', ({ added_on }) => added_on],
    ['Shipped on', ({ shipped_on }) => shipped_on],
    ['Tracking number', ({ tracking_id }) => tracking_id],
  ]),
  exportedList(documents.all, 'documents', documentColumns),
  exportedList(documents.ofCenterPatients, 'documents', documentColumns),
  exportedList(documents.ofCenters, 'center-documents', [
    ['ID', ({ id }) => id],
    ['Company', ({ company }) => company],
    ['Contact', nameOf],
    ['Email', (row) => row.email],
    ['Attestation signed', ({ signed }) => yesOrNo(signed)],
    ['Documents', (row) => row.documents.map(({ name, status }) => `${name}: ${status}`).join('; ')],
  ]),
  exportedList(shipping.labelRequests, 'label-requests', [
    ['ID', ({ id }) => id],
    ['Center', ({ harvest_center_name }) => harvest_center_name],
    ['Doctor', ({ doctor_name }) => doctor_name],
    ['Patients (IDs)', (row) => row.patients.map(({ id }) => id).join(', ')],
    ['Patients', (row) => [...row.patients.map(nameOf), row.other_patient_name].filter(Boolean).join(', ')],
    ['Without a signed document', (row) => yesOrNo(row.unsigned_confirmed)],
    ['Label date', ({ label_date }) => label_date],
    ['Parcel', ({ parcel }) => words(parcel)],
    ['Tracking number', ({ tracking_number }) => tracking_number],
    ['Notification sent', ({ notification_sent }) => yesOrNo(notification_sent)],
    ['Lab', ({ lab }) => companyOf(lab)],
    ['Requested', ({ created_at }) => moment(created_at)],
  ]),
  exportedList(orders.list, 'orders', [
    ['ID', ({ id }) => id],
    ['Invoice', ({ invoice_id }) => invoice_id],
    ['Date', ({ date }) => moment(date)],
    ['State', ({ state }) => words(state)],
    ['Product', ({ product }) => product],
    ['Quantity', ({ quantity }) => quantity],
    ['Shipped', ({ shipped_quantity }) => shipped_quantity],
    ['Patient ID', ({ patient }) => patient?.id],
    ['Patient', ({ patient }) => nameOf(patient)],
    ['Center', ({ center }) => companyOf(center)],
    ['Asked for', ({ shipping_date }) => shipping_date],
    ['Tracking numbers', ({ shipments }) => shipments.map(({ tracking_number }) => tracking_number).join(', ')],
  ]),
  exportedList(resources.list, 'assets', [
    ['ID', ({ id }) => id],
    ['Name', ({ asset_name }) => asset_name],
    ['Description', ({ description }) => description],
    ['Subscriptions (IDs)', ({ membership_ids }) => membership_ids],
    ['Sections', ({ sections }) => sections.map(({ url }) => url).join(', ')],
    ['Attachments', ({ assets }) => assets.map(({ name, path }) => name || path).join(', ')],
  ]),
  exportedList(email.mails, 'mails', [
    ['ID', ({ id }) => id],
    ['User ID', ({ user }) => user?.id],
    ['To', ({ to }) => to],
    ['Subject', ({ subject }) => subject],
    ['Status', ({ status }) => status],
    ['Reason', ({ reason }) => reason],
    ['Queued', ({ queued_at }) => moment(queued_at)],
    ['Done', ({ done_at }) => moment(done_at)],
  ]),
  ...moneyLists,
]
