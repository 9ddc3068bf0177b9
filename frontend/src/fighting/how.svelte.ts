/** How attacks are done at this table, as it was set last. */
class How {
  dice = $state<"server" | "typed">("server");
  policy = $state(""); // none: whoever decides is asked
  salt = $state(""); // the player's own words mixed into the throw; none: chance
}

export const how = new How();
