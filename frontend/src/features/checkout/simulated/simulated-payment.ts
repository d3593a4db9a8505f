// The simulated payment: no request is made and nothing is stored (specification, section 4).

/** Specification, section 9. */
export const SIMULATED_PAYMENT_MS = 2_000;

/** Resolves after the delay; rejects when the visitor leaves the page before it ends. */
export function simulatePayment(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, SIMULATED_PAYMENT_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
