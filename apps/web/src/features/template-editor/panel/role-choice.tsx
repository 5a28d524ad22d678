import { SegmentedControl, Text } from '@mantine/core'
import { type SignerRole, signerRoleNames, signerRoles } from '@vialdesk/contract/signing-fields'
import { useId } from 'react'

interface Props {
  label: string
  /** Null while the selected fields have different signers. */
  value: SignerRole | null
  onChange: (role: SignerRole) => void
}

const choices = signerRoles.map((role) => ({ value: role, label: signerRoleNames[role] }))

export function RoleChoice({ label, value, onChange }: Props) {
  const id = useId()
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id={id}>
        {label}
      </Text>
      <SegmentedControl fullWidth aria-labelledby={id} data={choices} value={value ?? ''} onChange={(role) => onChange(role as SignerRole)} />
    </div>
  )
}
