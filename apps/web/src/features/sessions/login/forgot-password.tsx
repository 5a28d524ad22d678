import { Anchor } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { NextScreen } from './use-login.ts'

const PATH = '/forgot-password'

/** A link without a router: the login page loads before it. */
export function ForgotPassword({ prepare, open }: NextScreen) {
  const onClick = (event: MouseEvent) => {
    // With a key it opens in another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(PATH)
  }
  const begin = () => prepare(PATH)
  return (
    <Anchor href={PATH} size="sm" mt={8} display="inline-block" onPointerEnter={begin} onFocus={begin} onClick={onClick}>
      Forgot Password
    </Anchor>
  )
}
