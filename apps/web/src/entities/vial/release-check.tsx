import { Alert, List, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MIN_OVERRIDE_REASON, type RuleCheck, type UnmetRule } from '@vialdesk/contract/care/release-rules'
import type { ReactNode } from 'react'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'

interface Props {
  patientId: number
  type: 'added' | 'shipped'
  /** The chosen vials. Else the quantity decides. */
  vials?: readonly number[] | undefined
  quantity?: number | string | undefined
  form: { getInputProps: (field: 'override_reason') => { error?: ReactNode }; errors: Record<string, ReactNode> }
}

const verbs = { added: 'release', shipped: 'ship' }

function Rules({ rules }: { rules: UnmetRule[] }) {
  return (
    <List size="sm" spacing={2}>
      {rules.map(({ rule, text }) => (
        <List.Item key={rule}>{text}</List.Item>
      ))}
    </List>
  )
}

/** Why an admin overrides a rule. */
export const OverrideInput = (field: TextInputProps) => (
  <TextInput
    w="100%"
    label="Reason for the override"
    description={`At least ${MIN_OVERRIDE_REASON} characters. It stays on record. ${noteReachTexts.internal}`}
    withAsterisk
    autoComplete="off"
    {...field}
  />
)

function Unmet({ check, type, form }: Pick<Props, 'type' | 'form'> & { check: RuleCheck }) {
  const required = check.unmet.filter(({ level }) => level === 'required')
  const warnings = check.unmet.filter(({ level }) => level === 'warn')
  // The server may know more, for example of vials that were entered by their codes.
  const isRefused = Boolean(form.errors.override_reason)
  const isBlocked = required.length > 0 || isRefused
  if (!isBlocked && warnings.length === 0) return null
  return (
    <Stack gap="sm" role="group" aria-label="Rules">
      {isBlocked && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={`Not ready to ${verbs[type]}`} role="note">
          <Stack gap="sm">
            {required.length > 0 && <Rules rules={required} />}
            {check.may_override ? (
              <OverrideInput {...form.getInputProps('override_reason')} />
            ) : (
              <Text size="sm">Complete the lab record first, or ask an admin to override this.</Text>
            )}
          </Stack>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="Please check" role="note">
          <Rules rules={warnings} />
        </Alert>
      )}
    </Stack>
  )
}

const queryOf = ({ type, vials, quantity }: Props) => {
  const count = Number(quantity)
  const isCount = Number.isInteger(count) && count > 0 && count <= 1000
  return { type, ...(vials?.length ? { vials: vials.join(',') } : isCount && { quantity: count }) }
}

/** The rules that a release or shipment does not meet, before it is sent, and the reason of an override. */
export function ReleaseCheck(props: Props) {
  const check = useQuery({
    ...apiQuery('GET /api/v1/vials/check/{id}/', { params: { id: props.patientId }, query: queryOf(props) }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={check} skeleton={null}>
      {(found) => <Unmet check={found} type={props.type} form={props.form} />}
    </Loaded>
  )
}
