import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type SignerRole, signersWithoutSignature } from '@vialdesk/contract/signing-fields'
import { missingSignatureText } from '../state/field-text.ts'
import type { Fields } from '../state/history.ts'
import classes from './bar.module.css'

interface Props {
  fields: Fields
  mainSigner: SignerRole
  onAdd: (role: SignerRole) => void
}

/** Always visible: whether each signer has a place for the signature. */
export function SignatureCheck({ fields, mainSigner, onAdd }: Props) {
  const missing = signersWithoutSignature(fields, mainSigner)
  const hasField = (role: SignerRole) => fields.some((field) => field.role === role && field.type === 'signature')
  return (
    <div className={classes.check} data-complete={missing.length === 0 || undefined} role="status" aria-label="Signatures">
      {missing.length === 0 ? (
        <Group gap={6} wrap="nowrap">
          <IconCircleCheck size={16} aria-hidden />
          <Text size="sm">Each signer has a signature field.</Text>
        </Group>
      ) : (
        missing.map((role) => (
          <Group gap={6} key={role}>
            <IconAlertTriangle size={16} aria-hidden />
            <Text size="sm">{missingSignatureText(role, fields)}</Text>
            {!hasField(role) && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => onAdd(role)}
                aria-label={`Add a signature of the ${role}`}
              >
                Add
              </Button>
            )}
          </Group>
        ))
      )}
    </div>
  )
}
