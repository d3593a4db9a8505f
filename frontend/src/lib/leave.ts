// Leaving the product for another site: the chat provider, a payment page. An object, so that a test
// can watch the address without a browser that follows it.
export const leave = {
  to(address: string): void {
    location.assign(address);
  },
};
