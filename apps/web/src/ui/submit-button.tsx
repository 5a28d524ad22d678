import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends ButtonProps {
  busy: boolean
  children: ReactNode
}

/** Spins in place while its form is on the way, and cannot be pressed twice. */
export function SubmitButton({ busy, children, ...rest }: Props) {
  return (
    <Button {...rest} type="submit" loading={busy} aria-busy={busy}>
      {children}
    </Button>
  )
}
