import { useMediaQuery } from '@mantine/hooks'

/** Below this width tables become cards, and drawers open from below. */
const PHONE = '(max-width: 47.99em)'

/** Whether the screen is as narrow as a phone; correct from the first render. */
export const useIsPhone = () => useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
