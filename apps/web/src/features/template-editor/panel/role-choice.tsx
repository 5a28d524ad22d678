import { SegmentedControl, Text } from '@mantine/core'
import { type SignerRole, signerRoleNames } from '@vialdesk/contract/signing-fields'
import { useId } from 'react'

interface Props {
  label: string
  roles: readonly SignerRole[]
  /** Null while the selected fields have different signers. */
  value: SignerRole | null
  onChange: (role: SignerRole) => void
}

/** Nothing, if there is one signer only. */
export function RoleChoice({ label, roles, value, onChange }: Props) {
  const id = useId()
  if (roles.length < 2) return null
  const choices = roles.map((role) => ({ value: role, label: signerRoleNames[role] }))
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id={id}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={choices}
        value={value ?? ''}
        onChange={(role) => onChange(role as SignerRole)}
      />
    </div>
  )
}
