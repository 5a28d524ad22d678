import { Alert, Anchor, Checkbox, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LabelCheck, NO_SIGNED_DOCUMENT, PENDING_DOCUMENTS } from '@vialdesk/contract/care/label-requests'
import { DOCUMENTS_REQUIRED } from '@vialdesk/contract/care/release-rules'
import type { ReactNode } from 'react'
import { DocumentStatusBadge } from '#web/entities/document/document-status-badge.tsx'
import { OverrideInput } from '#web/entities/vial/release-check.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

interface Props {
  form: {
    values: { patients_ids: string }
    getInputProps: (field: 'override_reason' | 'unsigned_confirmed', options?: { type: 'checkbox' }) => object
  }
  center: number
  nameOf: (patient: number) => string
}

const warning = { icon: <IconAlertTriangle size={18} />, role: 'note' } as const

function PatientDocuments({
  patient: { id, documents },
  nameOf,
}: Pick<Props, 'nameOf'> & { patient: LabelCheck['patients'][number] }) {
  const badgeOf = (status: (typeof documents)[number]['status']): ReactNode =>
    status === null ? <StatusBadge meaning="neutral">Not requested</StatusBadge> : <DocumentStatusBadge document={{ status }} />
  return (
    <Facts
      title={`Documents of ${nameOf(id)}`}
      headingLevel={2}
      facts={documents.map(({ name, status }) => ({ label: name, value: badgeOf(status) }))}
    />
  )
}

const RequestSignatures = () => (
  <Anchor component={Link} to="/request-patients-signatures" size="sm" underline="always">
    Request signatures
  </Anchor>
)

interface NeedsProps extends Pick<Props, 'form'> {
  check: LabelCheck
  /** While `check` is still about the patients that were chosen before. */
  disabled: boolean
}

/** What the documents demand: nothing, a confirmation, a reason of an admin, or that they are signed first. */
function Needs({ check: { pending, missing, unsigned, may_override }, form, disabled }: NeedsProps) {
  if (pending) return <Alert color="red" {...warning} title={PENDING_DOCUMENTS} />
  if (missing)
    return (
      <Alert color="red" {...warning} title={DOCUMENTS_REQUIRED}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            Complete the documents first{may_override ? ', or override this.' : ', or ask an admin to override this.'}
          </Text>
          <RequestSignatures />
          {may_override && <OverrideInput disabled={disabled} {...form.getInputProps('override_reason')} />}
        </Stack>
      </Alert>
    )
  if (!unsigned) return null
  return (
    <Alert color="yellow" {...warning} title={NO_SIGNED_DOCUMENT}>
      <Stack gap="sm" align="flex-start">
        <RequestSignatures />
        <Checkbox
          label="Request the label without a signed document"
          disabled={disabled}
          {...form.getInputProps('unsigned_confirmed', { type: 'checkbox' })}
        />
      </Stack>
    </Alert>
  )
}

/** The documents of the chosen patients, and what the request needs because of them. */
export function LabelConsent({ form, center, nameOf }: Props) {
  const { patients_ids } = form.values
  const query = { harvest_center: center, patients_ids }
  const check = useQuery({
    ...apiQuery('GET /api/v1/fedex-requests/check/', { query }),
    enabled: patients_ids !== '',
    placeholderData: keepPreviousData,
  })
  if (patients_ids === '') return null
  return (
    <Loaded query={check} skeleton={null}>
      {(found) => (
        <Stack gap="md">
          {found.patients.map((patient) => (
            <PatientDocuments key={patient.id} patient={patient} nameOf={nameOf} />
          ))}
          <Needs check={found} form={form} disabled={check.isPlaceholderData} />
        </Stack>
      )}
    </Loaded>
  )
}
