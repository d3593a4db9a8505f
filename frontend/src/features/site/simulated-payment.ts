// The payment that is none: no request is made and nothing is kept (specification, section 4).

/** Specification, section 9. */
export const SIMULATED_PAYMENT_MS = 2_000;

/** Resolves after the wait; rejects when the visitor leaves the page before. */
export function simulatePayment(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, SIMULATED_PAYMENT_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
