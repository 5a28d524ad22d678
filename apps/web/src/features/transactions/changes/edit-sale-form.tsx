import { Alert, Button, Checkbox, NumberInput, SimpleGrid, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { TransactionEdit } from '@vialdesk/contract/transaction-changes'
import type { Transaction } from '@vialdesk/contract/transactions'
import { useState } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { EditedSum } from './edited-sum.tsx'
import { type EditedParties, SaleParties } from './sale-parties.tsx'

/** As specified. */
const CLOSES_AFTER_MS = 2500

interface Props {
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

export function EditSaleForm({ sale: present, onClose, onReload }: Props) {
  // The form keeps the values and the version with which it was opened.
  const [sale] = useState(present)
  const { save, isStale } = useEdit(sale)
  const initialValues = { ...valuesOf(sale), transaction_note: '', version: sale.version }
  const form = useClosingForm(TransactionEdit, { initialValues, onClose, save, closesAfterMs: CLOSES_AFTER_MS })
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
      <SaleParties
        values={form.getValues() as EditedParties}
        errors={form.errors}
        names={{ patient: sale.patient.map(patientName)[0], referralCenter: sale.referral_harvest_center[0]?.company }}
        onChange={(part) => form.setValues(part)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label="Quantity" min={1} max={1000} allowDecimal={false} withAsterisk {...fields('quantity')} />
        <NumberInput
          label="Amount"
          description={`Now ${formatMoney(sale.amount)}`}
          prefix="$"
          decimalScale={2}
          fixedDecimalScale
          thousandSeparator=","
          min={0}
          withAsterisk
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
