/** BoldSign: https://developers.boldsign.com */
import { type SignatureProvider, SigningUnavailable } from './port.ts'

const unavailable = async (): Promise<never> => {
  throw new SigningUnavailable('BoldSign is not connected')
}

export const boldsignSigning = (): SignatureProvider => ({
  name: 'boldsign',
  createTemplate: unavailable,
  lookUpTemplate: unavailable,
  editorLink: unavailable,
  send: unavailable,
  signingLink: unavailable,
  lookUp: unavailable,
  downloadSigned: unavailable,
  revoke: unavailable,
  testConnection: unavailable,
})
