import { Text, TextInput } from '@mantine/core'
import { CommissionPayment, type CommissionStatement } from '@vialdesk/contract/commissions'
import { useState } from 'react'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { today } from '#web/lib/format/dates.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { statementsText } from './commission-text.ts'

interface Props {
  statements: CommissionStatement[]
  onClose: () => void
  onPaid: () => void
}

/** Whole cents are added up, because sums of decimal numbers are not exact. */
const sumDue = (statements: CommissionStatement[]) =>
  statements.reduce((cents, { due }) => cents + Math.round(due * 100), 0) / 100

function PayForm({ statements, onClose, onPaid }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const pay = useFormCall('POST /api/v1/commissions/pay/')
  const form = useClosingForm(CommissionPayment, {
    initialValues: {
      id,
      statements: statements.map((each) => ({ id: each.id, due: each.due })),
      paid_on: today(),
      method: 'Bank transfer',
      reference: '',
    },
    onClose: onPaid,
    save: async (body) => (await pay({ body })).message,
    failureMs: 15_000,
  })
  return (
    <Form {...form.formProps} label="Mark paid" noSubmitByEnter>
      <Text>
        {statementsText(statements.length)}, in total <strong className="figures">{formatMoney(sumDue(statements))}</strong>. If
        an amount has changed since, nothing is paid.
      </Text>
      <DayInput label="Paid on" required maxDate={today()} {...form.getInputProps('paid_on')} />
      <TextInput label="Method" withAsterisk {...form.getInputProps('method')} />
      <TextInput
        label="Reference"
        description="A number of the transfer or cheque. No card numbers."
        {...form.getInputProps('reference')}
      />
      <FormFooter form={form} onClose={onClose}>
        Mark {statementsText(statements.length)} paid
      </FormFooter>
    </Form>
  )
}

/** Marks the selected statements paid. */
export function PayDrawer(props: Props) {
  const opened = props.statements.length > 0
  const statements = useLatestValue(opened ? props.statements : undefined) ?? []
  return (
    <Drawer opened={opened} onClose={props.onClose} title="Mark paid" size="md">
      {statements.length > 0 && <PayForm {...props} statements={statements} />}
    </Drawer>
  )
}
