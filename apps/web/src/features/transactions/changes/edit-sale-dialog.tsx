import { Alert, Anchor, Button, Checkbox, NumberInput, SimpleGrid, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { toCents, toDollars } from '@vialdesk/contract/base/primitives'
import { priceCents } from '@vialdesk/contract/money/checkout'
import { TransactionEdit } from '@vialdesk/contract/money/transaction-changes'
import type { Transaction } from '@vialdesk/contract/money/transactions'
import { useState } from 'react'
import { useCenterChoices, useReferralCenterChoices } from '#web/entities/center/center-choices.ts'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { DollarInput } from '#web/ui/forms/dollar-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'

interface Edited {
  product_id: number
  /** Blank while it is typed. */
  quantity: number | string
  amount: number | string
}

/** The price of one piece: as sold, or as the other product costs now. Undefined while it loads. */
function usePrice(sale: Transaction, product_id: number): number | undefined {
  const isSold = product_id === sale.charged_product_id
  const { data } = useQuery({ ...apiQuery('GET /api/v1/products/{id}/', { params: { id: product_id } }), enabled: !isSold })
  return isSold ? sale.price : (data?.prices[0] ?? data)?.price
}

/** What the entered product and quantity cost, in dollars, with the fees and the discount of the sale. */
function sumOf(sale: Transaction, price: number, quantity: number) {
  const { discount, total } = priceCents({
    price: toCents(price),
    quantity,
    shipping: toCents(sale.shipping_fee),
    harvest_fee: toCents(sale.harvest_fee),
    discount: toCents(sale.coupon_code_amount),
  })
  const parts = [
    `${quantity} × ${formatMoney(price)}`,
    sale.shipping_fee > 0 && `shipping ${formatMoney(sale.shipping_fee)}`,
    sale.harvest_fee > 0 && `harvest fee ${formatMoney(sale.harvest_fee)}`,
  ].filter(Boolean)
  const less = discount > 0 ? ` − discount ${formatMoney(toDollars(discount))}` : ''
  return { text: `${parts.join(' + ')}${less} = ${formatMoney(toDollars(total))}`, total: toDollars(total) }
}

/** The total of the receipt with this amount, in dollars: what was given back first settles a correction that lowers the amount. */
function totalWith({ charged_amount, refunded_amount }: Transaction, dollars: number): number {
  const [amount, charged, refunded] = [toCents(dollars), toCents(charged_amount), toCents(refunded_amount)]
  if (refunded === charged) return 0
  return toDollars(amount > charged ? amount - refunded : Math.min(amount, charged - refunded))
}

interface SumProps {
  sale: Transaction
  values: Edited
  onUse: (amount: number) => void
}

/** Compares the entered amount with what the entered product and quantity cost, and says which correction the edit makes. */
function EditedSum({ sale, values, onUse }: SumProps) {
  const price = usePrice(sale, values.product_id)
  const quantity = Number(values.quantity)
  if (price === undefined || quantity < 1 || values.amount === '') return null
  const { text, total } = sumOf(sale, price, quantity)
  const amount = Number(values.amount)
  const correction = toDollars(toCents(amount) - toCents(sale.amount))
  return (
    <Text size="sm" role="status" aria-label="Sum">
      {text}
      {toCents(amount) !== toCents(total) && (
        <>
          . <b>The amount differs from this sum by {formatMoney(toDollars(toCents(amount) - toCents(total)))}.</b>{' '}
          <Anchor component="button" type="button" inherit onClick={() => onUse(total)}>
            Use {formatMoney(total)}
          </Anchor>
        </>
      )}
      {correction !== 0 && (
        <Text span display="block" c="dimmed" inherit>
          The receipt gets a correction of {formatMoney(correction)}.
          {sale.refunded_amount > 0 &&
            ` With the ${formatMoney(sale.refunded_amount)} that were given back, its total is ${formatMoney(totalWith(sale, amount))}.`}
        </Text>
      )}
    </Text>
  )
}

/** As specified. */
const CLOSES_AFTER_MS = 2500

interface FormProps {
  sale: Transaction
  onClose: () => void
  /** Reads the sale again, after someone else has changed it. */
  onReload: () => unknown
}

const valuesOf = (sale: Transaction) => ({
  product_id: sale.product_id,
  quantity: sale.quantity,
  amount: sale.amount,
  harvest_center: sale.harvest_center[0]?.id ?? null,
  referral_harvest_center: sale.referral_harvest_center[0]?.id ?? null,
  patient: sale.patient[0]?.id ?? null,
  sales_rep: sale.sales_rep[0]?.id,
  commission_paid: sale.commission_paid ?? false,
})

/** Sends only what changed, so that a party who is inactive by now can stay. */
function useEdit(sale: Transaction) {
  const edit = useFormCall('PATCH /api/v1/transactions/{id}/')
  const [isStale, setIsStale] = useState(false)
  const save = async ({ transaction_note, version, ...values }: TransactionEdit) => {
    try {
      const changes = changedFields(valuesOf(sale), values)
      const body = { ...changes, transaction_note, ...(version !== undefined && { version }) }
      return (await edit({ params: { id: sale.id }, body })).message
    } catch (error) {
      setIsStale(error instanceof ApiError && error.code === 'conflict')
      throw error
    }
  }
  return { save, isStale }
}

type Save = ReturnType<typeof useEdit>['save']

const useEditForm = (sale: Transaction, save: Save, onClose: () => void) =>
  useClosingForm(TransactionEdit, {
    initialValues: { ...valuesOf(sale), transaction_note: '', version: sale.version },
    onClose,
    save,
    closesAfterMs: CLOSES_AFTER_MS,
  })

/** The product and the parties of a sale. */
function SaleParties({ sale, form }: { sale: Transaction; form: ReturnType<typeof useEditForm> }) {
  const [center, searchCenter] = useState('')
  const [patient, searchPatient] = useState('')
  const fields = form.getInputProps
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <ChoiceSelect label="Product" required {...useProductChoices()} {...fields('product_id')} />
      <ChoiceSelect label="Sales rep" required {...useRepChoices()} {...fields('sales_rep')} />
      <ChoiceSelect label="Harvest center" {...useCenterChoices()} {...fields('harvest_center')} />
      <SearchSelect
        label="Referral harvest center"
        {...useReferralCenterChoices(center)}
        {...fields('referral_harvest_center')}
        chosenName={sale.referral_harvest_center[0]?.company}
        onSearch={searchCenter}
      />
      <SearchSelect
        label="Patient"
        {...useAllPatientChoices(patient)}
        {...fields('patient')}
        chosenName={sale.patient.map(patientName)[0]}
        onSearch={searchPatient}
      />
    </SimpleGrid>
  )
}

function EditSaleForm({ sale: present, onClose, onReload }: FormProps) {
  // The form keeps the values and the version with which it was opened.
  const [sale] = useState(present)
  const { save, isStale } = useEdit(sale)
  const form = useEditForm(sale, save, onClose)
  const fields = form.getInputProps
  const takeAmount = (amount: number) => {
    form.setFieldValue('amount', amount)
    // The button goes away with its focus.
    form.getInputNode('amount')?.focus()
  }
  return (
    <Form {...form.formProps} label="Edit transaction" noSubmitByEnter verb="Save" onCancel={onClose}>
      <Text c="dimmed">
        Invoice {sale.invoice_id}. {formatMoney(sale.charged_amount)} was charged; an edit does not change this. To give money
        back, use a refund.
      </Text>
      {isStale && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title="Someone else has changed this transaction"
        >
          Nothing was saved. Reload to see the present values.
          <Button display="block" mt="xs" size="xs" variant="default" onClick={() => void onReload()}>
            Reload
          </Button>
        </Alert>
      )}
      <SaleParties sale={sale} form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label="Quantity" min={1} max={1000} allowDecimal={false} withAsterisk {...fields('quantity')} />
        <DollarInput
          label="Amount"
          description={`Now ${formatMoney(sale.amount)}`}
          fixedDecimalScale
          min={0}
          {...fields('amount')}
        />
      </SimpleGrid>
      <EditedSum sale={sale} values={form.getValues()} onUse={takeAmount} />
      <Checkbox label="Commission paid" {...fields('commission_paid', { type: 'checkbox' })} />
      <Textarea
        label="Note"
        description="The reason of the change. Visible to patient, center and sales: enter no health data."
        withAsterisk
        maxRows={6}
        maxLength={500}
        {...fields('transaction_note')}
      />
    </Form>
  )
}

function PresentSale({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery({ ...apiQuery('GET /api/v1/transactions/{id}/', { params: { id } }), refetchOnWindowFocus: false })
  const [reloads, setReloads] = useState(0)
  const reload = async () => {
    await query.refetch()
    setReloads(reloads + 1)
  }
  return (
    <Loaded query={query} loading="Loading form...">
      {(sale) => <EditSaleForm key={reloads} sale={sale} onReload={reload} onClose={onClose} />}
    </Loaded>
  )
}

/** Edits a sale, with a note. It always starts with the present values. */
export const EditSaleDialog = ({ id, onClose }: { id: number | undefined; onClose: () => void }) => (
  <FormDialogOf of={id} onClose={onClose} title="Edit transaction" size="lg" centered>
    {(shown) => <PresentSale id={shown} onClose={onClose} />}
  </FormDialogOf>
)
