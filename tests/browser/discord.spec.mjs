// Linking a Discord account, in Dutch: authorization, callback, and every failure.
import { expect, test } from './harness.mjs';
import { refuseCall } from './harness/answers.mjs';
import { expectToast } from './harness/toasts.mjs';

const CALLBACK = '/portal/discord/callback';
const FAILED = 'Verificatie Mislukt';

const answer = (page, path, json) => page.route(`**${path}`, (route) => route.fulfill({ json }));

/** A stand-in for Discord's authorization page, which tests must not request. */
async function standInForProvider(context) {
  let asked;
  await context.route('https://discord.com/**', (route) => {
    asked = new URL(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>ok</title>' });
  });
  return () => asked;
}

const connect = (page) => page.getByRole('button', { name: 'Koppel Discord Account', exact: true });

test('the page is in Dutch and says that nothing is linked', async ({ page, member, problems }) => {
  await member();
  problems.expect(/^GET \/api\/discord\/config 503$/);
  await page.goto('/portal/discord-verify');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Discord Verificatie');
  await expect(page.locator('[lang=nl]').filter({ has: heading })).toHaveCount(1);
  await expect(page.getByText('Geen Discord account gekoppeld', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await connect(page).click();
  await expectToast(
    page,
    'Configuratie Fout',
    'Discord configuratie niet beschikbaar. Probeer het later opnieuw.',
  );
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'),
  ).toHaveAttribute('lang', 'nl');
});

test('connecting leads to Discord with a random state, and the callback with it links', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  const { username } = await member();
  problems.expect(/^other host: https:\/\/discord\.com$/);
  await answer(page, '/api/discord/config', { clientId: '1234' });
  const asked = await standInForProvider(context);
  await page.goto('/portal/discord-verify');
  await connect(page).click();
  await expect(page).toHaveURL(/^https:\/\/discord\.com/);
  const address = asked();
  expect(address.origin + address.pathname).toBe('https://discord.com/oauth2/authorize');
  const { state, ...query } = Object.fromEntries(address.searchParams);
  expect(query).toEqual({
    client_id: '1234',
    response_type: 'code',
    scope: 'identify guilds.join',
    redirect_uri: `${server.url}${CALLBACK}`,
    prompt: 'consent',
  });
  expect(state.length).toBeGreaterThanOrEqual(22);

  let posted;
  await page.route('**/api/discord/oauth/callback', async (route) => {
    posted = route.request().postDataJSON();
    await route.fulfill({
      json: { id: 1, username, email: 'a@example.com', discordUserId: '99' },
    });
  });
  await page.goto(`${CALLBACK}?code=abc&state=${state}`);
  await expectToast(
    page,
    'Discord Account Gekoppeld',
    'Je Discord account is succesvol geverifieerd.',
  );
  await expect(page).toHaveURL('/portal');
  expect(posted).toEqual({ code: 'abc' });
  await expect(page.getByRole('link', { name: 'Update Discord' })).toBeVisible();
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(state);
});

for (const [name, query, stored, message] of [
  ['no code', '?state=one', 'one', 'Geen autorisatie code ontvangen van Discord.'],
  ['a refusal', '?error=access_denied', 'one', 'Geen autorisatie code ontvangen van Discord.'],
  ['another state', '?code=abc&state=two', 'one', 'Ongeldige authenticatie poging.'],
  ['no state', '?code=abc', 'one', 'Ongeldige authenticatie poging.'],
  ['nothing stored', '?code=abc&state=one', null, 'Ongeldige authenticatie poging.'],
]) {
  test(`a callback with ${name} is refused and posts nothing`, async ({ page, member }) => {
    await member();
    await answer(page, '/api/discord/config', { clientId: '1234' });
    const sent = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto('/about');
    await page.evaluate((state) => {
      if (state !== null) sessionStorage.setItem('discord_oauth_state', state);
    }, stored);
    await page.goto(`${CALLBACK}${query}`);
    await expectToast(page, FAILED, message);
    await expect(page).toHaveURL('/portal/discord-verify');
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('discord_oauth_state'))).toBeNull();
  });
}

test('a refusal of the server is shown with its message', async ({ page, member, problems }) => {
  await member();
  await answer(page, '/api/discord/config', { clientId: '1234' });
  problems.expect(/^POST \/api\/discord\/oauth\/callback 502$/);
  await refuseCall(page, '/api/discord/oauth/callback', {
    status: 502,
    code: 'discord_failed',
    message: 'Discord did not answer.',
  });
  await page.goto('/about');
  await page.evaluate(() => sessionStorage.setItem('discord_oauth_state', 'one'));
  await page.goto(`${CALLBACK}?code=abc&state=one`);
  await expectToast(page, FAILED, '502: Discord did not answer.');
  await expect(page).toHaveURL('/portal/discord-verify');
});

test('the callback shows that it is working', async ({ page, member }) => {
  await member();
  await answer(page, '/api/discord/config', { clientId: '1234' });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/api/discord/oauth/callback', async (route) => {
    await held;
    await route.fulfill({ json: { id: 1, username: 'x', email: 'a@b.example' } });
  });
  await page.goto('/about');
  await page.evaluate(() => sessionStorage.setItem('discord_oauth_state', 'one'));
  await page.goto(`${CALLBACK}?code=abc&state=one`);
  await expect(
    page.getByText('Je Discord account wordt geverifieerd...', { exact: true }),
  ).toBeVisible();
  release();
  await expect(page).toHaveURL('/portal');
});
