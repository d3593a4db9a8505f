// Passkeys as the browser has them: whether it can, making one, and signing in by one. Bytes travel as base64url.
import type { Schemas } from '../api-client';

export type NewPasskey = Schemas['NewPasskeyBody'];
export type PasskeyLogin = Schemas['PasskeyLoginBody'];

/** No browser keeps passkeys for an IP address. */
const isIpAddress = (host: string) => /^[\d.]+$|^\[.*\]$/.test(host);

/** Whether passkeys can be made and used here. */
export function supportsPasskeys(): boolean {
  return (
    globalThis.isSecureContext &&
    typeof globalThis.PublicKeyCredential === 'function' &&
    !isIpAddress(globalThis.location.hostname)
  );
}

/** Whether the browser shows passkeys among what it fills in. */
export async function supportsAutofill(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** The browser's user cancelled, took too long, or has no passkey that fits: the browser does not say which. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** The authenticator has a passkey of the account already. */
export function wasKnown(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Lets an authenticator make a passkey; a `DOMException` where it does not. */
export async function createPasskey(
  options: Schemas['PasskeyCreationOptions'],
): Promise<NewPasskey> {
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: options.rp,
      user: { ...options.user, id: toBytes(options.user.id) },
      challenge: toBytes(options.challenge),
      pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
      timeout: options.timeout,
      excludeCredentials: options.excludeCredentials.map(({ id }) => ({
        type: 'public-key',
        id: toBytes(id),
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  });
  if (
    !(credential instanceof PublicKeyCredential) ||
    !(credential.response instanceof AuthenticatorAttestationResponse)
  ) {
    throw new DOMException('No passkey was made', 'NotAllowedError');
  }
  return {
    clientData: toText(credential.response.clientDataJSON),
    attestationObject: toText(credential.response.attestationObject),
  };
}

/** Where the passkey is asked for: in a dialog of the browser, or among what it fills in until the signal aborts. */
export type Asking = { mediation: 'optional' } | { mediation: 'conditional'; signal: AbortSignal };

/** Lets the browser's user choose a passkey; a `DOMException` where none is chosen. */
export async function askForPasskey(
  options: Schemas['PasskeyRequestOptions'],
  asking: Asking,
): Promise<PasskeyLogin> {
  const credential = await navigator.credentials.get({
    ...asking,
    publicKey: {
      challenge: toBytes(options.challenge),
      timeout: options.timeout,
      rpId: options.rpId,
      userVerification: 'required',
    },
  });
  if (
    !(credential instanceof PublicKeyCredential) ||
    !(credential.response instanceof AuthenticatorAssertionResponse)
  ) {
    throw new DOMException('No passkey was chosen', 'NotAllowedError');
  }
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return {
    id: toText(credential.rawId),
    clientData: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle === null ? '' : toText(userHandle),
  };
}
